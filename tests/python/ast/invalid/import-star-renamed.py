from a import * as b
