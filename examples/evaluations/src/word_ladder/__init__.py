from .word_ladder import word_ladder

__all__ = ["word_ladder"]
