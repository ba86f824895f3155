/*
 * The rules, one constant in one file each. A new rule is declared here and listed in
 * lint/registry.c.
 */
#ifndef CORDON_RULES_RULES_H
#define CORDON_RULES_RULES_H

#include "lint/rule.h"

extern const struct rule rule_package_location;              /* IEFS001 */
extern const struct rule rule_main_file;                     /* IEFS002 */
extern const struct rule rule_init_exports;                  /* IEFS003 */
extern const struct rule rule_registry;                      /* IEFS004 */
extern const struct rule rule_eval_yaml;                     /* IEFS005 */
extern const struct rule rule_readme;                        /* IEFS006 */
extern const struct rule rule_readme_task_args;              /* IEFS007 */
extern const struct rule rule_readme_dependency_groups;      /* IEFS008 */
extern const struct rule rule_private_api_imports;           /* IECQ001 */
extern const struct rule rule_score_constants;               /* IECQ002 */
extern const struct rule rule_unscored_reason;               /* IECQ003 */
extern const struct rule rule_external_dependencies;         /* IECQ004 */
extern const struct rule rule_suppression_syntax;            /* IECQ005 */
extern const struct rule rule_shared_code_extraction;        /* IECQ006 */
extern const struct rule rule_ruff_rules_enabled;            /* IECQ007 */
extern const struct rule rule_tests_exist;                   /* IETS001 */
extern const struct rule rule_tests_init;                    /* IETS002 */
extern const struct rule rule_e2e_test;                      /* IETS003 */
extern const struct rule rule_record_to_sample_test;         /* IETS004 */
extern const struct rule rule_custom_solver_tests;           /* IETS005 */
extern const struct rule rule_custom_scorer_tests;           /* IETS006 */
extern const struct rule rule_custom_tool_tests;             /* IETS007 */
extern const struct rule rule_custom_metric_tests;           /* IETS008 */
extern const struct rule rule_get_model_location;            /* IEBP001 */
extern const struct rule rule_model_role_resolution;         /* IEBP002 */
extern const struct rule rule_sample_ids;                    /* IEBP003 */
extern const struct rule rule_task_overridable_defaults;     /* IEBP004 */
extern const struct rule rule_sandbox_image_pinning;         /* IEBP005 */
extern const struct rule rule_gpu_sandbox_check;             /* IEBP006 */
extern const struct rule rule_dockerfile_locking;            /* IEBP007 */
extern const struct rule rule_duplicate_filter_acknowledged; /* IEBP008 */
extern const struct rule rule_known_broken_reported;         /* IEBP009 */
extern const struct rule rule_shuffle_choices_seeded;        /* IEBP010 */
extern const struct rule rule_shuffle_seeded;                /* IEBP011 */
extern const struct rule rule_scorer_failure_scored;         /* IEBP012 */
extern const struct rule rule_grader_model_under_test;       /* IEBP013 */
extern const struct rule rule_metric_epoch_safety;           /* IEBP014 */
extern const struct rule rule_sandbox_privileges;            /* IESC001 */
extern const struct rule rule_host_code_execution;           /* IESC002 */

#endif
