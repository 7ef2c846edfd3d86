"""What vLLM calls in every process that it starts, through the entry point ``vllm.general_plugins``."""


def register() -> None:
    """Make the Spark architecture and the quantisation methods known to vLLM. Cheap, and may be called again."""
    from vllm import ModelRegistry
    from vllm.transformers_utils.config import _CONFIG_REGISTRY

    from agent_eval.builds.shape import ARCHITECTURE, MODEL_TYPE
    from agent_eval.engine.spark_config import SparkConfig

    _CONFIG_REGISTRY[MODEL_TYPE] = SparkConfig
    if ARCHITECTURE not in ModelRegistry.get_supported_archs():
        # By name: the model's own imports are paid for when it is loaded.
        ModelRegistry.register_model(ARCHITECTURE, f"agent_eval.engine.spark_model:{ARCHITECTURE}")
    from agent_eval.engine import int4_method, int8_method  # noqa: F401  (they register themselves on import)
