#include "python/grammar.h"

/*
 * Python 3.13's grammar, in the order in which CPython tries it, since that decides which error is
 * found first. Left out is what cannot matter: type comments, and lookaheads that only save time.
 *
 * What is KEPT is read once at each place. CPython keeps the same, but for parameters, so that a
 * mistake in something that was first read within a FIRST_READING rule is not found there as well.
 */
const struct rule_text rule_texts[] = {
    /* Statements */
    {"eval", EACH_TIME, "expressions NEWLINE* END"},
    {"statements", EACH_TIME, "statement+"},
    {"statement", EACH_TIME, "compound_stmt | simple_stmts"},
    {"statement_newline", EACH_TIME, "compound_stmt NEWLINE | simple_stmts | NEWLINE"},
    {"simple_stmts", EACH_TIME,
     "simple_stmt !';' NEWLINE"
     "| simple_stmt%';' ';'? NEWLINE"},
    {"simple_stmt", KEPT,
     "assignment | type_alias | star_expressions | return_stmt | import_stmt | raise_stmt | 'pass'"
     "| del_stmt | yield_stmt | assert_stmt | 'break' | 'continue' | global_stmt"},
    {"compound_stmt", EACH_TIME,
     "function_def | if_stmt | class_def | with_stmt | for_stmt | try_stmt | while_stmt"
     "| match_stmt"},

    /* Simple statements */
    {"assignment", EACH_TIME,
     "NAME ':' expression ('=' annotated_rhs)?"
     "| ('(' single_target ')' | single_subscript_attribute_target) ':' expression"
     "  ('=' annotated_rhs)?"
     "| (star_targets '=')+ annotated_rhs !'='"
     "| single_target augassign ~ annotated_rhs"
     "| invalid_assignment"},
    {"annotated_rhs", EACH_TIME, "yield_expr | star_expressions"},
    {"augassign", EACH_TIME,
     "'+=' | '-=' | '*=' | '@=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '**=' | "
     "'//='"},
    {"return_stmt", EACH_TIME, "'return' star_expressions?"},
    {"raise_stmt", EACH_TIME, "'raise' expression ('from' expression)? | 'raise'"},
    {"global_stmt", EACH_TIME, "('global' | 'nonlocal') NAME%','"},
    {"del_stmt", EACH_TIME, "'del' del_targets &(';' | NEWLINE) | invalid_del_stmt"},
    {"yield_stmt", EACH_TIME, "yield_expr"},
    {"assert_stmt", EACH_TIME, "'assert' expression (',' expression)?"},
    {"import_stmt", EACH_TIME, "invalid_import | import_name | import_from"},
    {"import_name", EACH_TIME, "'import' dotted_as_name%','"},
    {"import_from", EACH_TIME,
     "'from' ('.' | '...')* dotted_name 'import' import_from_targets"
     "| 'from' ('.' | '...')+ 'import' import_from_targets"},
    {"import_from_targets", EACH_TIME,
     "'(' import_from_as_names ','? ')' | import_from_as_names !',' | '*'"
     "| invalid_import_from_targets"},
    {"import_from_as_names", EACH_TIME, "import_from_as_name%','"},
    {"import_from_as_name", EACH_TIME, "NAME ('as' NAME)?"},
    {"dotted_as_name", EACH_TIME, "dotted_name ('as' NAME)?"},
    {"dotted_name", LEFT_RECURSIVE, "dotted_name '.' NAME | NAME"},

    /* Compound statements */
    {"block", KEPT, "NEWLINE INDENT statements DEDENT | simple_stmts | invalid_block"},
    {"decorators", EACH_TIME, "('@' named_expression NEWLINE)+"},
    {"class_def", EACH_TIME, "decorators class_def_raw | class_def_raw"},
    {"class_def_raw", EACH_TIME,
     "invalid_class_def_raw"
     "| 'class' NAME type_params? ('(' arguments? ')')? ':' block"},
    {"function_def", EACH_TIME, "decorators function_def_raw | function_def_raw"},
    {"function_def_raw", EACH_TIME,
     "invalid_def_raw"
     "| 'def' NAME type_params? '(' params? ')' ('->' expression)? ':' block"
     "| 'async' 'def' NAME type_params? '(' params? ')' ('->' expression)? ':' block"},
    {"if_stmt", EACH_TIME,
     "invalid_if_stmt"
     "| 'if' named_expression ':' block elif_stmt"
     "| 'if' named_expression ':' block else_block?"},
    {"elif_stmt", EACH_TIME,
     "invalid_elif_stmt"
     "| 'elif' named_expression ':' block elif_stmt"
     "| 'elif' named_expression ':' block else_block?"},
    {"else_block", EACH_TIME, "invalid_else_stmt | 'else' @':' block"},
    {"while_stmt", EACH_TIME,
     "invalid_while_stmt | 'while' named_expression ':' block else_block?"},
    {"for_stmt", EACH_TIME,
     "invalid_for_stmt"
     "| 'for' star_targets 'in' ~ star_expressions ':' block else_block?"
     "| 'async' 'for' star_targets 'in' ~ star_expressions ':' block else_block?"
     "| invalid_for_target"},
    {"with_stmt", EACH_TIME,
     "invalid_with_stmt_indent"
     "| 'with' '(' with_item%',' ','? ')' ':' block"
     "| 'with' with_item%',' ':' block"
     "| 'async' 'with' '(' with_item%',' ','? ')' ':' block"
     "| 'async' 'with' with_item%',' ':' block"
     "| invalid_with_stmt"},
    {"with_item", EACH_TIME,
     "expression 'as' star_target &(',' | ')' | ':') | invalid_with_item | expression"},
    {"try_stmt", EACH_TIME,
     "invalid_try_stmt"
     "| 'try' @':' block finally_block"
     "| 'try' @':' block except_block+ else_block? finally_block?"
     "| 'try' @':' block except_star_block+ else_block? finally_block?"},
    {"except_block", EACH_TIME,
     "invalid_except_stmt_indent"
     "| 'except' expression ('as' NAME)? ':' block"
     "| {14} 'except' expressions ':' block"
     "| 'except' ':' block"
     "| invalid_except_stmt"},
    {"except_star_block", EACH_TIME,
     "invalid_except_star_stmt_indent"
     "| 'except' '*' expression ('as' NAME)? ':' block"
     "| {14} 'except' '*' expressions ':' block"
     "| invalid_except_stmt"},
    {"finally_block", EACH_TIME, "invalid_finally_stmt | 'finally' @':' block"},

    /* Patterns */
    {"match_stmt", EACH_TIME,
     "<match> subject_expr ':' NEWLINE INDENT case_block+ DEDENT | invalid_match_stmt"},
    {"subject_expr", EACH_TIME,
     "star_named_expression ',' star_named_expressions? | named_expression"},
    {"case_block", EACH_TIME, "invalid_case_block | <case> patterns guard? ':' block"},
    {"guard", EACH_TIME, "'if' named_expression"},
    {"patterns", EACH_TIME, "open_sequence_pattern | pattern"},
    {"pattern", EACH_TIME, "as_pattern | or_pattern"},
    {"as_pattern", EACH_TIME, "or_pattern 'as' pattern_capture_target | invalid_as_pattern"},
    {"or_pattern", EACH_TIME, "closed_pattern%'|'"},
    {"closed_pattern", KEPT,
     "literal_pattern | capture_pattern | wildcard_pattern | value_pattern | group_pattern"
     "| sequence_pattern | mapping_pattern | class_pattern"},
    {"literal_pattern", EACH_TIME,
     "signed_number !('+' | '-') | complex_number | strings | 'None' | 'True' | 'False'"},
    {"literal_expr", EACH_TIME,
     "signed_number !('+' | '-') | complex_number | strings | 'None' | 'True' | 'False'"},
    {"complex_number", EACH_TIME,
     "signed_real_number '+' imaginary_number | signed_real_number '-' imaginary_number"},
    {"signed_number", EACH_TIME, "number | '-' number"},
    {"signed_real_number", EACH_TIME, "real_number | '-' real_number"},
    {"real_number", EACH_TIME, "$number >real_number"},
    {"imaginary_number", EACH_TIME, "$number >imaginary_number"},
    {"capture_pattern", EACH_TIME, "pattern_capture_target"},
    {"pattern_capture_target", EACH_TIME, "!<_> NAME !('.' | '(' | '=')"},
    {"wildcard_pattern", EACH_TIME, "<_>"},
    {"value_pattern", EACH_TIME, "attr !('.' | '(' | '=')"},
    {"attr", LEFT_RECURSIVE, "attr '.' NAME | NAME '.' NAME"},
    {"name_or_attr", EACH_TIME, "attr | NAME"},
    {"group_pattern", EACH_TIME, "'(' pattern ')'"},
    {"sequence_pattern", EACH_TIME,
     "'[' maybe_sequence_pattern? ']' | '(' open_sequence_pattern? ')'"},
    {"open_sequence_pattern", EACH_TIME, "maybe_star_pattern ',' maybe_sequence_pattern?"},
    {"maybe_sequence_pattern", EACH_TIME, "maybe_star_pattern%',' ','?"},
    {"maybe_star_pattern", EACH_TIME, "star_pattern | pattern"},
    {"star_pattern", KEPT, "'*' pattern_capture_target | '*' wildcard_pattern"},
    {"mapping_pattern", EACH_TIME,
     "'{' '}'"
     "| '{' double_star_pattern ','? '}'"
     "| '{' items_pattern ',' double_star_pattern ','? '}'"
     "| '{' items_pattern ','? '}'"},
    {"items_pattern", EACH_TIME, "key_value_pattern%','"},
    {"key_value_pattern", EACH_TIME, "(literal_expr | attr) ':' pattern"},
    {"double_star_pattern", EACH_TIME, "'**' pattern_capture_target"},
    {"class_pattern", EACH_TIME,
     "name_or_attr '(' ')'"
     "| name_or_attr '(' positional_patterns ','? ')'"
     "| name_or_attr '(' keyword_patterns ','? ')'"
     "| name_or_attr '(' positional_patterns ',' keyword_patterns ','? ')'"
     "| invalid_class_pattern"},
    {"positional_patterns", EACH_TIME, "pattern%','"},
    {"keyword_patterns", EACH_TIME, "keyword_pattern%','"},
    {"keyword_pattern", EACH_TIME, "NAME '=' pattern"},

    /* Type parameters */
    {"type_alias", EACH_TIME, "<type> NAME type_params? '=' expression"},
    {"type_params", EACH_TIME, "invalid_type_params | '[' type_param%',' ','? ']'"},
    {"type_param", KEPT,
     "NAME (':' expression)? ('=' expression)?"
     "| invalid_type_param"
     "| '*' NAME ('=' star_expression)?"
     "| '**' NAME ('=' expression)?"},

    /* Parameters */
    {"params", EACH_TIME, "invalid_parameters | parameters"},
    {"parameters", EACH_TIME,
     "slash_no_default param_no_default* param_with_default* star_etc?"
     "| slash_with_default param_with_default* star_etc?"
     "| param_no_default+ param_with_default* star_etc?"
     "| param_with_default+ star_etc?"
     "| star_etc"},
    {"slash_no_default", EACH_TIME, "param_no_default+ '/' ',' | param_no_default+ '/' &')'"},
    {"slash_with_default", EACH_TIME,
     "param_no_default* param_with_default+ '/' ','"
     "| param_no_default* param_with_default+ '/' &')'"},
    {"star_etc", EACH_TIME,
     "invalid_star_etc"
     "| '*' param_no_default param_maybe_default* kwds?"
     "| '*' param_no_default_star_annotation param_maybe_default* kwds?"
     "| '*' ',' param_maybe_default+ kwds?"
     "| kwds"},
    {"kwds", EACH_TIME, "invalid_kwds | '**' param_no_default"},
    {"param_no_default", KEPT, "param ',' | param &')'"},
    {"param_no_default_star_annotation", EACH_TIME,
     "param_star_annotation ',' | param_star_annotation &')'"},
    {"param_with_default", KEPT, "param default ',' | param default &')'"},
    {"param_maybe_default", KEPT, "param default? ',' | param default? &')'"},
    {"param", KEPT, "NAME (':' expression)?"},
    {"param_star_annotation", EACH_TIME, "NAME ':' star_expression"},
    {"default", EACH_TIME, "'=' expression | invalid_default"},

    {"lambdef", EACH_TIME, "'lambda' lambda_params? ':' expression :lambda"},
    {"lambda_params", EACH_TIME, "invalid_lambda_parameters | lambda_parameters"},
    {"lambda_parameters", EACH_TIME,
     "lambda_slash_no_default lambda_param_no_default* lambda_param_with_default* lambda_star_etc?"
     "| lambda_slash_with_default lambda_param_with_default* lambda_star_etc?"
     "| lambda_param_no_default+ lambda_param_with_default* lambda_star_etc?"
     "| lambda_param_with_default+ lambda_star_etc?"
     "| lambda_star_etc"},
    {"lambda_slash_no_default", EACH_TIME,
     "lambda_param_no_default+ '/' ',' | lambda_param_no_default+ '/' &':'"},
    {"lambda_slash_with_default", EACH_TIME,
     "lambda_param_no_default* lambda_param_with_default+ '/' ','"
     "| lambda_param_no_default* lambda_param_with_default+ '/' &':'"},
    {"lambda_star_etc", EACH_TIME,
     "invalid_lambda_star_etc"
     "| '*' lambda_param_no_default lambda_param_maybe_default* lambda_kwds?"
     "| '*' ',' lambda_param_maybe_default+ lambda_kwds?"
     "| lambda_kwds"},
    {"lambda_kwds", EACH_TIME, "invalid_lambda_kwds | '**' lambda_param_no_default"},
    {"lambda_param_no_default", EACH_TIME, "NAME ',' | NAME &':'"},
    {"lambda_param_with_default", EACH_TIME, "NAME default ',' | NAME default &':'"},
    {"lambda_param_maybe_default", EACH_TIME, "NAME default? ',' | NAME default? &':'"},

    /* Expressions */
    {"expressions", EACH_TIME,
     "expression (',' expression)+ ','? :bare_tuple"
     "| expression ',' :bare_tuple"
     "| expression"},
    {"expression", KEPT,
     "invalid_expression"
     "| invalid_legacy_expression"
     "| disjunction 'if' disjunction 'else' expression :conditional"
     "| disjunction"
     "| lambdef"},
    {"expression_without_invalid", FIRST_READING,
     "disjunction 'if' disjunction 'else' expression | disjunction | lambdef"},
    {"yield_expr", EACH_TIME,
     "'yield' 'from' expression :yield | 'yield' star_expressions? :yield"},
    {"star_expressions", EACH_TIME,
     "star_expression (',' star_expression)+ ','? :bare_tuple"
     "| star_expression ',' :bare_tuple"
     "| star_expression"},
    {"star_expression", KEPT, "'*' bitwise_or :starred | expression"},
    {"star_named_expressions", EACH_TIME, "star_named_expression%',' ','?"},
    {"star_named_expression", EACH_TIME, "'*' bitwise_or :starred | named_expression"},
    {"assignment_expression", EACH_TIME, "NAME ':=' ~ expression :assignment"},
    {"named_expression", EACH_TIME,
     "assignment_expression | invalid_named_expression | expression !':='"},
    {"disjunction", KEPT, "conjunction ('or' conjunction)+ :other | conjunction"},
    {"conjunction", KEPT, "inversion ('and' inversion)+ :other | inversion"},
    {"inversion", KEPT, "'not' inversion :other | comparison"},
    {"comparison", EACH_TIME, "bitwise_or compare_op_bitwise_or_pair+ :comparison | bitwise_or"},
    {"compare_op_bitwise_or_pair", EACH_TIME,
     "'==' bitwise_or | unequal bitwise_or | '<=' bitwise_or | '<' bitwise_or | '>=' bitwise_or"
     "| '>' bitwise_or | 'not' 'in' bitwise_or | 'in' bitwise_or | 'is' 'not' bitwise_or"
     "| 'is' bitwise_or"},
    {"unequal", EACH_TIME, "'!=' >unequal"},
    {"bitwise_or", LEFT_RECURSIVE, "bitwise_or '|' bitwise_xor :other | bitwise_xor"},
    {"bitwise_xor", LEFT_RECURSIVE, "bitwise_xor '^' bitwise_and :other | bitwise_and"},
    {"bitwise_and", LEFT_RECURSIVE, "bitwise_and '&' shift_expr :other | shift_expr"},
    {"shift_expr", LEFT_RECURSIVE,
     "shift_expr '<<' sum :other | shift_expr '>>' sum :other | invalid_arithmetic | sum"},
    {"sum", LEFT_RECURSIVE, "sum '+' term :other | sum '-' term :other | term"},
    {"term", LEFT_RECURSIVE,
     "term '*' factor :other | term '/' factor :other | term '//' factor :other"
     "| term '%' factor :other | term '@' factor :other | invalid_factor | factor"},
    {"factor", KEPT, "'+' factor :other | '-' factor :other | '~' factor :other | power"},
    {"power", EACH_TIME, "await_primary '**' factor :other | await_primary"},
    {"await_primary", KEPT, "'await' primary :await | primary"},
    {"primary", LEFT_RECURSIVE,
     "primary '.' NAME :attribute"
     "| primary genexp :call"
     "| primary '(' arguments? ')' :call"
     "| primary '[' slices ']' :subscript"
     "| atom"},
    {"slices", EACH_TIME, "slice !',' | (slice | starred_expression)%',' ','? :bare_tuple"},
    {"slice", EACH_TIME,
     "expression? ':' expression? (':' expression?)? :other | named_expression"},
    {"atom", EACH_TIME,
     "NAME :name | 'True' :true | 'False' :false | 'None' :none | strings | number"
     "| &'(' (tuple | group | genexp) | &'[' (list | listcomp)"
     "| &'{' (dict | set | dictcomp | setcomp) | '...' :ellipsis"},
    {"number", EACH_TIME, "NUMBER >number :literal"},
    {"group", EACH_TIME, "'(' (yield_expr | named_expression) ')' | invalid_group"},
    {"list", EACH_TIME, "'[' star_named_expressions? ']' :list"},
    {"tuple", EACH_TIME, "'(' (star_named_expression ',' star_named_expressions?)? ')' :tuple"},
    {"set", EACH_TIME, "'{' star_named_expressions '}' :set"},
    {"dict", EACH_TIME,
     "'{' (double_starred_kvpair%',' ','?)? '}' :dict"
     "| '{' invalid_double_starred_kvpairs '}'"},
    {"double_starred_kvpair", EACH_TIME, "'**' bitwise_or | kvpair"},
    {"kvpair", EACH_TIME, "expression ':' expression"},
    {"for_if_clauses", EACH_TIME, "for_if_clause+"},
    {"for_if_clause", EACH_TIME,
     "'async' 'for' star_targets 'in' ~ disjunction ('if' disjunction)*"
     "| 'for' star_targets 'in' ~ disjunction ('if' disjunction)*"
     "| 'async'? 'for' (bitwise_or (',' bitwise_or)* ','?) !'in' >in"
     "| invalid_for_target"},
    {"listcomp", EACH_TIME,
     "'[' named_expression for_if_clauses ']' :comprehension | invalid_comprehension"},
    {"setcomp", EACH_TIME,
     "'{' named_expression for_if_clauses '}' :comprehension | invalid_comprehension"},
    {"genexp", EACH_TIME,
     "'(' (assignment_expression | expression !':=') for_if_clauses ')' :generator"
     "| invalid_comprehension"},
    {"dictcomp", EACH_TIME,
     "'{' kvpair for_if_clauses '}' :comprehension | invalid_dict_comprehension"},

    /* Strings */
    {"strings", KEPT, "(fstring | string)+ >strings :literal"},
    {"string", EACH_TIME, "STRING >string"},
    {"fstring", EACH_TIME, "FSTRING_START fstring_middle* FSTRING_END >fstring"},
    {"fstring_middle", EACH_TIME, "fstring_replacement_field | FSTRING_MIDDLE"},
    {"fstring_replacement_field", EACH_TIME,
     "'{' annotated_rhs '='? $fstring_conversion fstring_full_format_spec? '}' >conversion"
     "| '{' annotated_rhs '='? fstring_full_format_spec? '}'"
     "| invalid_replacement_field"},
    {"fstring_conversion", EACH_TIME, "$'!' NAME >conversion_blank"},
    {"fstring_full_format_spec", EACH_TIME, "':' fstring_format_spec*"},
    {"fstring_format_spec", EACH_TIME, "FSTRING_MIDDLE >format_text | fstring_replacement_field"},

    /* Calls */
    {"arguments", KEPT, "args ','? &')' | invalid_arguments"},
    {"args", EACH_TIME,
     "(starred_expression | (assignment_expression | expression !':=') !'=')%',' (',' kwargs)?"
     "| kwargs"},
    {"kwargs", EACH_TIME,
     "kwarg_or_starred%',' ',' kwarg_or_double_starred%','"
     "| kwarg_or_starred%','"
     "| kwarg_or_double_starred%','"},
    {"starred_expression", EACH_TIME,
     "invalid_starred_expression | '*' expression :starred | '*' >nothing_starred"},
    {"kwarg_or_starred", EACH_TIME, "invalid_kwarg | NAME '=' expression | starred_expression"},
    {"kwarg_or_double_starred", EACH_TIME, "invalid_kwarg | NAME '=' expression | '**' expression"},

    /* Targets */
    {"star_targets", EACH_TIME, "star_target !',' | star_target (',' star_target)* ','?"},
    {"star_targets_tuple_seq", EACH_TIME, "star_target (',' star_target)+ ','? | star_target ','"},
    {"star_target", KEPT, "'*' (!'*' star_target) | target_with_star_atom"},
    {"target_with_star_atom", KEPT,
     "t_primary '.' NAME !t_lookahead | t_primary '[' slices ']' !t_lookahead | star_atom"},
    {"star_atom", EACH_TIME,
     "NAME"
     "| '(' target_with_star_atom ')'"
     "| '(' star_targets_tuple_seq? ')'"
     "| '[' (star_target%',' ','?)? ']'"},
    {"single_target", EACH_TIME,
     "single_subscript_attribute_target | NAME | '(' single_target ')'"},
    {"single_subscript_attribute_target", EACH_TIME,
     "t_primary '.' NAME !t_lookahead | t_primary '[' slices ']' !t_lookahead"},
    {"t_primary", LEFT_RECURSIVE,
     "t_primary '.' NAME &t_lookahead"
     "| t_primary '[' slices ']' &t_lookahead"
     "| t_primary genexp &t_lookahead"
     "| t_primary '(' arguments? ')' &t_lookahead"
     "| atom &t_lookahead"},
    {"t_lookahead", EACH_TIME, "'(' | '[' | '.'"},
    {"del_targets", EACH_TIME, "del_target%',' ','?"},
    {"del_target", KEPT,
     "t_primary '.' NAME !t_lookahead | t_primary '[' slices ']' !t_lookahead | del_t_atom"},
    {"del_t_atom", EACH_TIME,
     "NAME | '(' del_target ')' | '(' del_targets? ')' | '[' del_targets? ']'"},

    /* Mistakes in expressions */
    {"invalid_expression", EACH_TIME,
     "!(NAME STRING | SOFT_KEYWORD) $disjunction expression_without_invalid >comma"
     "| $disjunction 'if' disjunction !('else' | ':') >else"
     "| $'lambda' lambda_params? ':' &FSTRING_MIDDLE >lambda_in_field"},
    {"invalid_legacy_expression", EACH_TIME, "$NAME !'(' star_expressions >legacy"},
    {"invalid_named_expression", KEPT,
     "$expression ':=' expression >named"
     "| $NAME '=' bitwise_or !('=' | ':=') >assigned_name"
     "| !(list | tuple | genexp | 'True' | 'None' | 'False')"
     "  $bitwise_or '=' bitwise_or !('=' | ':=') >assigned"},
    {"invalid_arithmetic", EACH_TIME,
     "sum ('+' | '-' | '*' | '/' | '%' | '//' | '@') $'not' inversion >not"},
    {"invalid_factor", EACH_TIME, "('+' | '-' | '~') $'not' factor >not"},
    {"invalid_group", EACH_TIME,
     "'(' $starred_expression ')' >starred_alone | '(' $'**' expression ')' >double_starred"},
    {"invalid_comprehension", EACH_TIME,
     "('[' | '(' | '{') $starred_expression for_if_clauses >starred_element"
     "| ('[' | '{') $star_named_expression ',' star_named_expressions for_if_clauses >elements"
     "| ('[' | '{') $star_named_expression ',' for_if_clauses >elements"},
    {"invalid_dict_comprehension", EACH_TIME,
     "'{' $'**' bitwise_or for_if_clauses '}' >double_starred_element"},
    {"invalid_double_starred_kvpairs", EACH_TIME,
     "double_starred_kvpair%',' ',' invalid_kvpair"
     "| expression ':' $'*' bitwise_or >starred_value"
     "| expression $':' &('}' | ',') >value"},
    {"invalid_kvpair", EACH_TIME,
     "$expression !':' >key"
     "| expression ':' $'*' bitwise_or >starred_value"
     "| expression $':' &('}' | ',') >value"},
    {"invalid_for_target", EACH_TIME, "'async'? 'for' $star_expressions >for_target"},
    {"invalid_starred_expression", EACH_TIME, "$'*' expression '=' expression >assigned_starred"},
    {"invalid_arguments", EACH_TIME,
     "((starred_expression | (assignment_expression | expression !':=') !'=')%',' ',' kwargs"
     "  | kwargs) $',' (starred_expression !'=')%',' >starred_argument"
     "| $expression for_if_clauses ',' (args | expression for_if_clauses)? >generator"
     "| $NAME '=' expression for_if_clauses >assigned_generator"
     "| (args ',')? $NAME '=' &(',' | ')') >argument_value"
     "| $args for_if_clauses >last_generator"
     "| args ',' $expression for_if_clauses >generator"
     "| args ',' args >positional_argument"},
    {"invalid_kwarg", EACH_TIME,
     "$('True' | 'False' | 'None') '=' >argument_constant"
     "| $NAME '=' expression for_if_clauses >assigned_generator"
     "| !(NAME '=') $expression '=' >argument_name"
     "| $'**' expression '=' expression >assigned_double_starred"},
    {"invalid_replacement_field", EACH_TIME,
     "'{' $('=' | '!' | ':' | '}') >empty_field"
     "| '{' !annotated_rhs >field"
     "| '{' annotated_rhs !('=' | '!' | ':' | '}') >field_end"
     "| '{' annotated_rhs '=' !('!' | ':' | '}') >field_end"
     "| '{' annotated_rhs '='? invalid_conversion_character"
     "| '{' annotated_rhs '='? ('!' NAME)? !(':' | '}') >field_end"
     "| '{' annotated_rhs '='? ('!' NAME)? ':' fstring_format_spec* !'}' >format_end"
     "| '{' annotated_rhs '='? ('!' NAME)? !'}' >field_end"},
    {"invalid_conversion_character", EACH_TIME,
     "'!' &(':' | '}') >no_conversion | '!' !NAME >not_conversion"},

    /* Mistakes in simple statements */
    {"invalid_assignment", EACH_TIME,
     "$invalid_ann_assign_target ':' expression >annotated"
     "| $star_named_expression ',' star_named_expressions* ':' expression >annotated_tuple"
     "| $expression ':' expression >annotated"
     "| (star_targets '=')* $star_expressions '=' >target"
     "| (star_targets '=')* $yield_expr '=' >yield_target"
     "| $star_expressions augassign annotated_rhs >augmented"},
    {"invalid_ann_assign_target", EACH_TIME, "list | tuple | '(' invalid_ann_assign_target ')'"},
    {"invalid_del_stmt", EACH_TIME, "'del' $star_expressions >del_target"},
    {"invalid_import", EACH_TIME,
     "$'import' dotted_name%',' 'from' dotted_name >import_order"
     "| 'import' $NEWLINE >import_nothing"},
    {"invalid_import_from_targets", EACH_TIME,
     "import_from_as_names ',' NEWLINE >import_comma | $NEWLINE >import_nothing"},
    {"invalid_type_params", EACH_TIME, "'[' $']' >no_type_parameter"},
    {"invalid_type_param", EACH_TIME, "('*' | '**') NAME $':' expression >type_parameter_bound"},

    /* Mistakes in parameters */
    {"invalid_parameters", EACH_TIME,
     "$'/' ',' >first_slash"
     "| (slash_no_default | slash_with_default) param_maybe_default* $'/' >second_slash"
     "| slash_no_default? param_no_default* invalid_parameters_helper $param_no_default >no_default"
     "| param_no_default* $'(' param_no_default+ ','? ')' >parameters_in_parentheses"
     "| (slash_no_default | slash_with_default)? param_maybe_default* '*' (',' | param_no_default)"
     "  param_maybe_default* $'/' >late_slash"
     "| param_maybe_default+ '/' $'*' >comma_behind_slash"},
    {"invalid_parameters_helper", EACH_TIME, "slash_with_default | param_with_default+"},
    {"invalid_default", EACH_TIME, "$'=' &(')' | ',') >default_value"},
    {"invalid_star_etc", EACH_TIME,
     "$'*' (')' | ',' (')' | '**')) >bare_star"
     "| '*' param $'=' >starred_default"
     "| '*' (param_no_default | ',') param_maybe_default* $'*' (param_no_default | ',')"
     "  >second_star"},
    {"invalid_kwds", EACH_TIME,
     "'**' param $'=' >starred_default"
     "| '**' param ',' $param >behind_double_star"
     "| '**' param ',' $('*' | '**' | '/') >behind_double_star"},
    {"invalid_lambda_parameters", EACH_TIME,
     "$'/' ',' >first_slash"
     "| (lambda_slash_no_default | lambda_slash_with_default) lambda_param_maybe_default*"
     "  $'/' >second_slash"
     "| lambda_slash_no_default? lambda_param_no_default* invalid_lambda_parameters_helper"
     "  $lambda_param_no_default >no_default"
     "| lambda_param_no_default* $'(' NAME%',' ','? ')' >parameters_in_parentheses"
     "| (lambda_slash_no_default | lambda_slash_with_default)? lambda_param_maybe_default* '*'"
     "  (',' | lambda_param_no_default) lambda_param_maybe_default* $'/' >late_slash"
     "| lambda_param_maybe_default+ '/' $'*' >comma_behind_slash"},
    {"invalid_lambda_parameters_helper", EACH_TIME,
     "lambda_slash_with_default | lambda_param_with_default+"},
    {"invalid_lambda_star_etc", EACH_TIME,
     "'*' (':' | ',' (':' | '**')) >lambda_bare_star"
     "| '*' NAME $'=' >starred_default"
     "| '*' (lambda_param_no_default | ',') lambda_param_maybe_default*"
     "  $'*' (lambda_param_no_default | ',') >second_star"},
    {"invalid_lambda_kwds", EACH_TIME,
     "'**' NAME $'=' >starred_default"
     "| '**' NAME ',' $NAME >behind_double_star"
     "| '**' NAME ',' $('*' | '**' | '/') >behind_double_star"},

    /* Mistakes in compound statements */
    {"invalid_block", EACH_TIME, "NEWLINE !INDENT >any_block"},
    {"invalid_class_def_raw", EACH_TIME,
     "'class' NAME type_params? ('(' arguments? ')')? NEWLINE >colon"
     "| $'class' NAME type_params? ('(' arguments? ')')? ':' NEWLINE !INDENT >block"},
    {"invalid_def_raw", EACH_TIME,
     "'async'? $'def' NAME type_params? '(' params? ')' ('->' expression)? ':' NEWLINE !INDENT"
     "  >block"
     "| 'async'? 'def' NAME type_params? @'(' params? ')' ('->' expression)? @':' block"},
    {"invalid_if_stmt", EACH_TIME,
     "'if' named_expression NEWLINE >colon | $'if' named_expression ':' NEWLINE !INDENT >block"},
    {"invalid_elif_stmt", EACH_TIME,
     "'elif' named_expression NEWLINE >colon"
     "| $'elif' named_expression ':' NEWLINE !INDENT >block"},
    {"invalid_else_stmt", EACH_TIME, "$'else' ':' NEWLINE !INDENT >block"},
    {"invalid_while_stmt", EACH_TIME,
     "'while' named_expression NEWLINE >colon"
     "| $'while' named_expression ':' NEWLINE !INDENT >block"},
    {"invalid_for_stmt", EACH_TIME,
     "'async'? 'for' star_targets 'in' star_expressions NEWLINE >colon"
     "| 'async'? $'for' star_targets 'in' star_expressions ':' NEWLINE !INDENT >block"},
    {"invalid_with_item", EACH_TIME, "expression 'as' $expression &(',' | ')' | ':') >with_target"},
    {"invalid_with_stmt", EACH_TIME,
     "'async'? 'with' (expression ('as' star_target)?)%',' NEWLINE >colon"
     "| 'async'? 'with' '(' (expressions ('as' star_target)?)%',' ','? ')' NEWLINE >colon"},
    {"invalid_with_stmt_indent", EACH_TIME,
     "'async'? $'with' (expression ('as' star_target)?)%',' ':' NEWLINE !INDENT >block"
     "| 'async'? $'with' '(' (expressions ('as' star_target)?)%',' ','? ')' ':' NEWLINE !INDENT"
     "  >block"},
    {"invalid_try_stmt", EACH_TIME,
     "$'try' ':' NEWLINE !INDENT >block"
     "| 'try' ':' block !('except' | 'finally') >except"
     "| 'try' ':' block* except_block+ $'except' '*' expression ('as' NAME)? ':' >except_star"
     "| 'try' ':' block* except_star_block+ $'except' (expression ('as' NAME)?)? ':' "
     ">except_star"},
    {"invalid_except_stmt", EACH_TIME,
     "{-13} 'except' '*'? $expression ',' expressions ('as' NAME)? ':' >except_types"
     "| {14} 'except' '*'? $expression ',' expressions 'as' NAME ':' >except_types"
     "| 'except' '*'? expression ('as' NAME)? NEWLINE >colon"
     "| 'except' NEWLINE >colon"
     "| 'except' '*' (NEWLINE | ':') >except_star_types"},
    {"invalid_except_stmt_indent", EACH_TIME,
     "$'except' expression ('as' NAME)? ':' NEWLINE !INDENT >block"
     "| $'except' ':' NEWLINE !INDENT >block"},
    {"invalid_except_star_stmt_indent", EACH_TIME,
     "$'except' '*' expression ('as' NAME)? ':' NEWLINE !INDENT >block"},
    {"invalid_finally_stmt", EACH_TIME, "$'finally' ':' NEWLINE !INDENT >block"},
    {"invalid_match_stmt", EACH_TIME,
     "<match> subject_expr NEWLINE >colon"
     "| $<match> subject_expr ':' NEWLINE !INDENT >match_block"},
    {"invalid_case_block", EACH_TIME,
     "<case> patterns guard? NEWLINE >colon | $<case> patterns guard? ':' NEWLINE !INDENT >block"},
    {"invalid_as_pattern", EACH_TIME,
     "or_pattern 'as' $<_> >wildcard_target | or_pattern 'as' !NAME $expression >pattern_target"},
    {"invalid_class_pattern", EACH_TIME,
     "name_or_attr '(' $invalid_class_argument_pattern >positional_pattern"},
    {"invalid_class_argument_pattern", EACH_TIME,
     "(positional_patterns ',')? keyword_patterns ',' $positional_patterns"},
};
const size_t rule_text_count = sizeof(rule_texts) / sizeof(*rule_texts);
