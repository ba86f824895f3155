import yaml
from yaml import SafeLoader


class Late(Middle):
    pass


class Middle(Mixin, Strict):
    pass


class Strict(yaml.SafeLoader):
    pass


class Probed(getattr(yaml, "CSafeLoader", SafeLoader)):
    pass


class Loose(yaml.Loader):
    pass


class BaseLoader(yaml.FullLoader):
    pass


class Trusting(BaseLoader):
    pass


class Bare:
    pass


class Keyworded(metaclass=SafeLoader):
    pass


def go(state):
    class Inner(SafeLoader):
        pass

    yaml.load(state.messages, Loader=Strict)
    yaml.load(state.messages, Middle)
    yaml.load(state.messages, Loader=Late)
    yaml.load(state.messages, Loader=Probed)
    yaml.load(state.messages, Loader=Inner)
    yaml.load(state.messages, Loader=getattr(here, "Strict", Late))
    yaml.load(state.messages, Loader=SafeLoader)
    yaml.load(state.messages, Loader=here.Strict)
    yaml.load(state.messages, Loader=Loose)
    yaml.load(state.messages, Loader=BaseLoader)
    yaml.load(state.messages, Loader=yaml.BaseLoader)
    yaml.load(state.messages, Loader=Trusting)
    yaml.load(state.messages, Loader=Bare)
    yaml.load(state.messages, Loader=Keyworded)
    yaml.load(state.messages, Loader=Elsewhere)
