"""The words of the simulated phone. Each file holds those of one app as ``WORDS``: English → (German, Chinese, Arabic)."""
