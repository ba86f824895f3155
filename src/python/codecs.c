#include "python/codecs.h"

#include "base/suggest.h"
#include "base/utf8.h"
#include "python/multi_byte.h"
#include "python/unicode.h"

#include "python/encoding_tables.h"

enum { LONGEST_NAME = 40, NAME_COUNT = sizeof(encoding_names) / sizeof(encoding_names[0]) };

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* encodings.normalize_encoding(): other characters than letters, digits and full stops become one
 * underscore, and none at the ends. Empty when the name is too long to be one. */
static struct text normalise(struct text name, char out[LONGEST_NAME]) {
    size_t size = 0;
    bool gap = false;
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!is_alphanumeric(c) && c != '.') {
            gap = size != 0;
            continue;
        }
        if (size + 2 > LONGEST_NAME)
            return T("");
        if (gap)
            out[size++] = '_';
        gap = false;
        out[size++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return (struct text){out, size};
}

/* Index into encoding_names; NAME_COUNT when it is not there. */
static size_t find_name(struct text name) {
    size_t low = 0, high = NAME_COUNT;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = text_compare(text_of(encoding_names[middle].name), name);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NAME_COUNT;
}

/* The codec, or -1. With full stops only aliases are asked again, as CPython does: a module cannot
 * have such a name. */
static int find_codec(struct text encoding) {
    char name[LONGEST_NAME];
    struct text normal = normalise(encoding, name);
    size_t found = find_name(normal);
    if (found < NAME_COUNT)
        return encoding_names[found].codec;
    for (size_t i = 0; i < normal.size; i++)
        if (name[i] == '.')
            name[i] = '_';
    found = find_name(normal);
    return found < NAME_COUNT && encoding_names[found].alias ? encoding_names[found].codec : -1;
}

struct text codec_suggest(struct arena *arena, struct text encoding) {
    struct text *names = arena_array(arena, struct text, NAME_COUNT);
    for (size_t i = 0; i < NAME_COUNT; i++)
        names[i] = text_of(encoding_names[i].name);
    char name[LONGEST_NAME];
    struct text normal = normalise(encoding, name);
    struct text near = suggest(normal, names, NAME_COUNT);
    return text_equal(near, normal) ? (struct text){NULL, 0} : near;
}

/* A surrogate cannot be written as UTF-8. */
static bool add_character(struct buffer *out, uint32_t c) {
    if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return false;
    char encoded[4];
    buffer_add(out, encoded, utf8_encode(c, encoded));
    return true;
}

static size_t decode_single_bytes(struct buffer *out, struct text bytes, size_t table) {
    for (size_t i = 0; i < bytes.size; i++) {
        unsigned char byte = (unsigned char)bytes.data[i];
        size_t row = single_byte_rows[table * (256 / ROW) + byte / ROW];
        uint16_t c = single_byte_characters[row * ROW + byte % ROW];
        if (c == UNDEFINED_BYTE)
            return i;
        if (c < 0x80)
            buffer_byte(out, (char)c);
        else
            add_character(out, c);
    }
    return TEXT_NONE;
}

static size_t decode_utf16(struct buffer *out, struct text bytes, bool big_endian) {
    const unsigned char *at = (const unsigned char *)bytes.data;
    uint32_t high = 0;
    for (size_t i = 0; i < bytes.size; i += 2) {
        if (i + 1 == bytes.size)
            return i;
        uint32_t unit = (uint32_t)at[i + !big_endian] << 8 | at[i + big_endian];
        if (high && unit >= 0xdc00 && unit <= 0xdfff)
            unit = 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00);
        else if (high)
            return i - 2;
        high = unit >= 0xd800 && unit <= 0xdbff ? unit : 0;
        if (!high && !add_character(out, unit))
            return i;
    }
    return high ? bytes.size - 2 : TEXT_NONE;
}

/* Domain names; as source, ASCII without the mark of an encoded label. */
static size_t decode_idna(struct buffer *out, struct text bytes) {
    for (size_t i = 0; i < bytes.size; i++)
        if ((unsigned char)bytes.data[i] >= 0x80)
            return i;
    size_t label = text_find(bytes, T("xn--"));
    if (label == TEXT_NONE)
        buffer_text(out, bytes);
    return label;
}

static int base64_value(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The UTF-16 in base64 that ends before end (RFC 2152). */
static bool decode_base64(struct buffer *out, const char *at, const char *end) {
    uint32_t bits = 0, high = 0;
    unsigned count = 0;
    for (; at < end; at++) {
        bits = bits << 6 | (uint32_t)base64_value(*at);
        count += 6;
        if (count < 16)
            continue;
        count -= 16;
        uint32_t unit = bits >> count & 0xffff;
        bits &= (1u << count) - 1;
        if (high && unit >= 0xdc00 && unit <= 0xdfff)
            unit = 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00);
        else if (high)
            return false;
        high = unit >= 0xd800 && unit <= 0xdbff ? unit : 0;
        if (!high && !add_character(out, unit))
            return false;
    }
    return !high && count < 6 && bits == 0;
}

static size_t decode_utf7(struct buffer *out, struct text bytes) {
    const char *at = bytes.data, *end = bytes.data + bytes.size;
    while (at < end) {
        const char *begin = at++;
        if ((unsigned char)*begin >= 0x80)
            return (size_t)(begin - bytes.data);
        if (*begin != '+') {
            buffer_byte(out, *begin);
            continue;
        }
        while (at < end && base64_value(*at) >= 0)
            at++;
        bool empty = at == begin + 1, closed = at < end && *at == '-';
        if (empty && closed)
            buffer_byte(out, '+');
        else if (empty || !decode_base64(out, begin + 1, at))
            return (size_t)(begin - bytes.data);
        at += closed;
    }
    return TEXT_NONE;
}

/* The value of up to count digits; *at moves behind them. */
static uint32_t read_digits(const char **at, const char *end, unsigned base, unsigned count,
                            unsigned *read) {
    uint32_t value = 0;
    for (*read = 0; *read < count && *at < end; ++*read, ++*at) {
        char c = **at;
        unsigned digit =
            c >= '0' && c <= '9' ? (unsigned)(c - '0') : ((unsigned)c | 0x20) - 'a' + 10;
        if (digit >= base)
            break;
        value = value * base + digit;
    }
    return value;
}

/* Behind the backslash of an escape that stands for one character; false when it is malformed. */
static bool decode_number_escape(struct buffer *out, const char **at, const char *end) {
    char kind = *(*at)++;
    unsigned wanted = kind == 'x' ? 2 : kind == 'u' ? 4 : 8, read;
    uint32_t c = read_digits(at, end, 16, wanted, &read);
    return read == wanted && add_character(out, c);
}

static bool decode_name_escape(struct buffer *out, const char **at, const char *end) {
    struct text rest = text_range(*at + 1, end);
    size_t close = text_find_byte(rest, '}');
    if (rest.size == 0 || rest.data[0] != '{' || close == TEXT_NONE)
        return false;
    *at = rest.data + close + 1;
    return add_character(out, py_character_by_name(text_slice(rest, 1, close)));
}

/* One escape of unicode_escape, behind its backslash. */
static bool decode_escape(struct buffer *out, const char **at, const char *end) {
    static const char letters[] = "\\'\"abfnrtv", values[] = "\\'\"\a\b\f\n\r\t\v";
    if (*at == end)
        return false;
    char kind = **at;
    const char *letter = strchr(letters, kind);
    unsigned read;
    if (kind == '\n') {
        ++*at;
    } else if (letter && kind) {
        buffer_byte(out, values[letter - letters]);
        ++*at;
    } else if (kind >= '0' && kind <= '7') {
        add_character(out, read_digits(at, end, 8, 3, &read));
    } else if (kind == 'x' || kind == 'u' || kind == 'U') {
        return decode_number_escape(out, at, end);
    } else if (kind == 'N') {
        return decode_name_escape(out, at, end);
    } else {
        buffer_byte(out, '\\');
    }
    return true;
}

/* In raw_unicode_escape only \u and \U are escapes, and a backslash hides the next one. */
static bool decode_raw_escape(struct buffer *out, const char **at, const char *end) {
    if (*at < end && (**at == 'u' || **at == 'U'))
        return decode_number_escape(out, at, end);
    buffer_byte(out, '\\');
    if (*at < end && **at == '\\')
        buffer_byte(out, *(*at)++);
    return true;
}

static size_t decode_escapes(struct buffer *out, struct text bytes, bool raw) {
    const char *at = bytes.data, *end = bytes.data + bytes.size;
    while (at < end) {
        const char *begin = at++;
        if (*begin != '\\')
            add_character(out, (unsigned char)*begin);
        else if (raw ? !decode_raw_escape(out, &at, end) : !decode_escape(out, &at, end))
            return (size_t)(begin - bytes.data);
    }
    return TEXT_NONE;
}

static size_t decode(struct buffer *out, int codec, struct text bytes) {
    switch (codec) {
    case CODEC_UTF_8:
        buffer_text(out, bytes);
        return utf8_find_invalid(bytes);
    case CODEC_NEVER_VALID:
        return 0;
    case CODEC_HZ:
        return hz_decode(out, bytes);
    case CODEC_IDNA:
        return decode_idna(out, bytes);
    case CODEC_UTF_7:
        return decode_utf7(out, bytes);
    case CODEC_ESCAPES:
    case CODEC_RAW_ESCAPES:
        return decode_escapes(out, bytes, codec == CODEC_RAW_ESCAPES);
    case CODEC_UTF_16_LE:
    case CODEC_UTF_16_BE:
        return decode_utf16(out, bytes, codec == CODEC_UTF_16_BE);
    case CODEC_ISO_2022_JP:
        return iso_2022_decode(out, bytes, ISO_2022_JP);
    case CODEC_ISO_2022_JP_1:
        return iso_2022_decode(out, bytes, ISO_2022_JP_1);
    case CODEC_ISO_2022_JP_2:
        return iso_2022_decode(out, bytes, ISO_2022_JP_2);
    case CODEC_ISO_2022_JP_2004:
        return iso_2022_decode(out, bytes, ISO_2022_JP_2004);
    case CODEC_ISO_2022_JP_3:
        return iso_2022_decode(out, bytes, ISO_2022_JP_3);
    case CODEC_ISO_2022_JP_EXT:
        return iso_2022_decode(out, bytes, ISO_2022_JP_EXT);
    case CODEC_ISO_2022_KR:
        return iso_2022_decode(out, bytes, ISO_2022_KR);
    default:
        if (codec >= CODEC_SINGLE_BYTE)
            return decode_single_bytes(out, bytes, (size_t)(codec - CODEC_SINGLE_BYTE));
        return multi_byte_decode(out, bytes, (unsigned)(codec - CODEC_MULTI_BYTE));
    }
}

enum codec_result codec_decode(struct buffer *out, struct text encoding, struct text bytes,
                               size_t *bad) {
    int codec = find_codec(encoding);
    if (codec < 0)
        return CODEC_UNKNOWN;
    if (codec == CODEC_NOT_TEXT)
        return CODEC_NOT_TEXTUAL;
    *bad = decode(out, codec, bytes);
    return *bad == TEXT_NONE ? CODEC_DECODED : CODEC_REFUSED;
}
