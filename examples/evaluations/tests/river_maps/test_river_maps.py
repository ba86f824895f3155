from river_maps.river_maps import river_maps


def test_task():
    assert river_maps(grader=None)
