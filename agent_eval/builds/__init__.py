"""Servable models: checkpoints, schemes that turn them into builds, and the folder where builds lie."""
