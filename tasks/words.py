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
ADJECTIVES_TRAIN = _words(
    """
    annual bright busy calm cheap clean cold early easy final first fresh green happy heavy home late light local long monthly new next old
    open quiet rainy second short silver slow small soft spare spring strong summer urgent warm weekly white winter yellow
    """
)
ADJECTIVES_TEST = _words(
    "autumn blue cosy crimson daily evening golden hidden little lucky narrow northern purple royal sunny tidy velvet weekend"
)
PLACES_TRAIN = (
    "Alder", "Ashford", "Bellevue", "Birch", "Bridge", "Castle", "Central", "Church", "Cliff", "Garden", "Grand", "Green", "Harbour",
    "Hill", "Kastanien", "King's", "Lake", "Market", "Maple", "Mill", "New Town", "North", "Oak", "Old Town", "Orchard", "Park", "Queen's",
    "River", "Rose", "School", "South", "Spring", "Station", "Stone", "Sunset", "Tower", "Union", "Valley", "Victoria", "West", "Willow",
)  # fmt: skip
PLACES_TEST = (
    "Amber", "Beacon", "Cedar", "Élysée", "Falcon", "Ginkgo", "Heron", "Juniper", "Linden", "Magnolia", "Nørrebro", "Opal", "Pelican",
    "Quarry", "Saffron", "Tulip",
)  # fmt: skip
VENUES_TRAIN = ("{} Bakery", "{} Bank", "Café {}", "{} Cinema", "{} Hotel", "{} Library", "{} Market", "{} Park", "{} School", "{} Station")
VENUES_TEST = ("{} Museum", "Bistro {}", "{} Pharmacy", "{} Theatre", "Hôtel {}", "{} Gallery", "{} Clinic")
SENTENCES = (
    "Can you bring the {0} tomorrow?",
    "I left the {0} next to the {1}.",
    "Running late, start with the {0}.",
    "The {0} is ready now!",
    "Did you see the new {0}?",
    "Please call me about the {0} and the {1}.",
    "Thanks for the {0}, it was great.",
    "We need one more {0} for the {1}.",
    "Don't forget the {0}!",
    "See you at the {0} at half past six.",
    "The {0} costs less than the {1}.",
    "Let's meet after the {0}.",
    "Is the {0} still free on Sunday?",
    "I can't find the {0}, can you help?",
    "The {0} was moved, sorry.",
    'It says "{0}" on the {1}.',
    "Happy birthday! The {0} is from all of us.",
    "Who takes the {0} home?",
    "Back in 10 minutes with the {0}.",
)
ENDINGS = (" 🙂", " 🎉", " Merci, à bientôt", " (100%s sure)", " & more", ' "Quote"', " Größe 42", " – thanks", " <3", " #1", " 你好")
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
