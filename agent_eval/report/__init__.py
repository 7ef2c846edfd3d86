"""A ranking as one page that opens anywhere: no network, no script, light and dark, on paper too."""
