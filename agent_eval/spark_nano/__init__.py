"""The small Spark that ships with the project: its base, its training, its checkpoint. A demonstration model, not Spark-X2.5."""
