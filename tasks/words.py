"""Names and words that parameters are drawn from. The pools for training and for tests are disjoint."""

import random
import unicodedata


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST_TRAIN = _words(
    """
    Aaron Abigail Adam Aisha Alan Alice Amir Andrea Anita Arthur Beatrice Benjamin Bianca Brian Caroline Cedric Charlotte Chloé Clara Connor
    Damian Deepak Diana Dmitri Edith Eleanor Elias Emma Erik Esther Fatima Felix Fiona Gabriel Georgia Gustavo Hannah Harold Helena Ibrahim
    Ingrid Isaac Jacob Jasmine Jérôme Joanna Joel Judith Kenji Kevin Lakshmi Laura Leon Lucía Marcus Maria Matthew Mei Michael Miriam Nadia
    Nathan Nicole Nikolai Oliver Olivia Omar Paul Petra Priya Quentin Rachel Raúl Rebecca Robert Rosa Samuel Sara Simon Sofia Søren Stefan
    Tara Thomas Tomás Uma Valerie Vanessa Victor Wei William Xavier Yara Yusuf Zachary Zoë
    """
)
FIRST_TEST = _words(
    """
    Agnes Anton Björn Carmen Claudia Daniel Elsa Farid Françoise Gloria Hugo Irene Ivan Jürgen Karim Kathryn Leila Louis Magda Martin Naomi
    Núria Oscar Pamela Rafael Ruth Sanjay Sylvia Timothy Vera Walter Yuki
    """
)
LAST_TRAIN = _words(
    """
    Adams Andersen Bailey Baker Bauer Bennett Bergström Brooks Campbell Carter Castillo Chandra Chen Clarke Coleman Costa Cruz Davies Dubois
    Edwards Eriksson Evans Fernández Fischer Foster Garcia Gibson Graham Green Gupta Hall Hansen Harris Hassan Hayes Hernández Hill Hoffmann
    Howard Hughes Ivanov Jackson Jensen Johnson Kapoor Keller Kelly Khan Kim Klein Kowalski Larsen Lee Lewis López Marshall Martinez Mason
    Meyer Miller Mitchell Morgan Müller Murphy Nakamura Nelson Nguyen Novak Okafor Olsen Parker Patel Perry Petrov Phillips Popescu Powell
    Ramos Reed Richter Rivera Roberts Rossi Russell Sanders Santos Schmidt Scott Silva Singh Smith Stewart Tanaka Taylor Turner Walker Wang
    Ward Watson Weber White Wilson Wood Wright Yamada Young
    """
)
LAST_TEST = _words(
    """
    Abbott Barnes Becker Cohen Delgado Dixon Ferrari Fowler Grant Gómez Haddad Horváth Ito Jennings Kaur Lindqvist Mercer Moreau Nowak
    Ortega Peña Quinn Romano Schäfer Sharma Sutton Torres Vargas Wagner Yilmaz Zhang Öztürk
    """
)
NOUNS_TRAIN = _words(
    """
    apple bank bicycle book bread bridge bus cake camera card chair class coffee concert course dentist desk dinner doctor dog exam family
    ferry film flight flower football garden gift guitar hotel house interview invoice kitchen laundry lesson letter library lunch market
    medicine meeting milk music office package paint parcel park party passport picture pizza plan plant rent report room school shoes
    shopping soup station swim table taxi tea ticket train trip van visit washing water window work
    """
)
NOUNS_TEST = _words(
    """
    airport bakery band blanket boat candle carpet chess choir clinic drum gallery hike honey jacket keys ladder lamp museum oven pharmacy
    piano printer rehearsal running salad stretch tennis theatre vitamins yoga
    """
)
_STARTS = _words("B Br C D Dr F G Gr H J K Kl L M N P Pr R S St T Tr V W Y Z Sh Ch A E I O U")
_MIDDLES = _words("a e i o u ai ea io ou")
_ENDS = _words("b d f g k l m n p r s t v x z nd rt lla nna rik mon vin den sha ley tto ne ra ska wick dez ović än é")


def made_up(rng: random.Random) -> str:
    """A name that nobody has, such as ``Brioden``: a start, one or two middles, an end."""
    start = rng.choice(_STARTS)
    middle = "" if start in "AEIOU" else rng.choice(_MIDDLES)
    if rng.random() < 0.4:
        middle += rng.choice("lmnrstvdk") + rng.choice(_MIDDLES)
    return start + middle + rng.choice(_ENDS)


def plain(name: str) -> str:
    """A name in small ASCII letters, for use in an address: ``Zoë`` → ``zoe``, ``Søren`` → ``sren``."""
    letters = unicodedata.normalize("NFKD", name).lower()
    return "".join(letter for letter in letters if letter.isascii() and letter.isalnum())
