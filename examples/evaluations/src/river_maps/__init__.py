from .river_maps import river_maps

__all__ = ["river_maps"]
