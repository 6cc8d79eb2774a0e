/**
 * @file The functions of cel-go's extensions that Kubernetes supports. Each line is an overload:
 * its identifier, the receiver of a method in parentheses, the name, the types of the arguments and
 * the type of the result. Single capital letters are type parameters.
 */

/** The extension for strings, version 0. */
export const stringsLibrary = `
string_char_at_int = (string).charAt(int): string
string_index_of_string = (string).indexOf(string): int
string_index_of_string_int = (string).indexOf(string, int): int
list_join = (list(string)).join(): string
list_join_string = (list(string)).join(string): string
string_last_index_of_string = (string).lastIndexOf(string): int
string_last_index_of_string_int = (string).lastIndexOf(string, int): int
string_lower_ascii = (string).lowerAscii(): string
string_replace_string_string = (string).replace(string, string): string
string_replace_string_string_int = (string).replace(string, string, int): string
string_split_string = (string).split(string): list(string)
string_split_string_int = (string).split(string, int): list(string)
string_substring_int = (string).substring(int): string
string_substring_int_int = (string).substring(int, int): string
string_trim = (string).trim(): string
string_upper_ascii = (string).upperAscii(): string
`;

/** The functions that version 2 of the extension for strings adds. */
export const stringFormat = `
string_format = (string).format(list(dyn)): string
strings_quote = strings.quote(string): string
`;

/** The functions of optional values. */
export const optionalsLibrary = `
select_optional_field = _?._(dyn, string): optional_type(V)
list_optindex_optional_int = _[?_](list(V), int): optional_type(V)
optional_list_optindex_optional_int = _[?_](optional_type(list(V)), int): optional_type(V)
map_optindex_optional_value = _[?_](map(K, V), K): optional_type(V)
optional_map_optindex_optional_value = _[?_](optional_type(map(K, V)), K): optional_type(V)
optional_list_index_int = _[_](optional_type(list(V)), int): optional_type(V)
optional_map_index_value = _[_](optional_type(map(K, V)), K): optional_type(V)
list_first = (list(V)).first(): optional_type(V)
optional_hasValue = (optional_type(V)).hasValue(): bool
list_last = (list(V)).last(): optional_type(V)
optional_none = optional.none(): optional_type(V)
optional_of = optional.of(V): optional_type(V)
optional_ofNonZeroValue = optional.ofNonZeroValue(V): optional_type(V)
optional_unwrap = optional.unwrap(list(optional_type(V))): list(V)
optional_or_optional = (optional_type(V)).or(optional_type(V)): optional_type(V)
optional_orValue_value = (optional_type(V)).orValue(V): V
optional_unwrapOpt = (list(optional_type(V))).unwrapOpt(): list(V)
optional_value = (optional_type(V)).value(): V
`;

/** The functions of lists that are used as sets. */
export const setsLibrary = `
list_sets_contains_list = sets.contains(list(T), list(T)): bool
list_sets_equivalent_list = sets.equivalent(list(T), list(T)): bool
list_sets_intersects_list = sets.intersects(list(T), list(T)): bool
`;

/** The functions that macros with two variables call. */
export const twoVariablesLibrary = `
@mapInsert_map_key_value = cel.@mapInsert(map(K, V), K, V): map(K, V)
@mapInsert_map_map = cel.@mapInsert(map(K, V), map(K, V)): map(K, V)
`;

/** The extension for lists, version 3. */
export const listFunctions = `
list_int_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(int)): list(T)
list_uint_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(uint)): list(T)
list_double_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(double)): list(T)
list_bool_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(bool)): list(T)
list_google.protobuf.Duration_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(duration)): list(T)
list_google.protobuf.Timestamp_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(timestamp)): list(T)
list_string_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(string)): list(T)
list_bytes_sortByAssociatedKeys = (list(T)).@sortByAssociatedKeys(list(bytes)): list(T)
list_distinct = (list(T)).distinct(): list(T)
list_flatten = (list(list(T))).flatten(): list(T)
list_flatten_int = (list(dyn)).flatten(int): list(dyn)
lists_range = lists.range(int): list(int)
list_reverse = (list(T)).reverse(): list(T)
list_slice = (list(T)).slice(int, int): list(T)
list_int_sort = (list(int)).sort(): list(int)
list_uint_sort = (list(uint)).sort(): list(uint)
list_double_sort = (list(double)).sort(): list(double)
list_bool_sort = (list(bool)).sort(): list(bool)
list_google.protobuf.Duration_sort = (list(duration)).sort(): list(duration)
list_google.protobuf.Timestamp_sort = (list(timestamp)).sort(): list(timestamp)
list_string_sort = (list(string)).sort(): list(string)
list_bytes_sort = (list(bytes)).sort(): list(bytes)
`;
