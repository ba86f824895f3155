import os
import pickle
import yaml


def typed[os](x):
    os.system(x)


def walrus(x):
    [pickle := y for y in x]
    pickle.loads(x)


def in_lambda(x):
    f = lambda y: (yaml := y)
    yaml.load(x)


def in_class(x):
    class C:
        yaml = x
        yaml.load(x)

        def m(self):
            yaml.load(self)
    yaml.load(x)


def relative(x):
    from . import yaml
    yaml.load(x)


def declared(x):
    nonlocal yaml
    for yaml in x:
        yaml.load(x)


def captured(x):
    try:
        import json
    except* ImportError as yaml:
        yaml.load(x)


def alias(x):
    type yaml = int
    yaml.load(x)


def outer(yaml):
    class C:
        yaml.load(1)

        def m(self):
            return lambda: yaml.load(self)
