/*
 * tree.h - a function as a tree of nodes: libclang's cursors, with the ranges of text that they really cover,
 * told apart by what a rewriter needs to know, and each expression with the way in which it is used.
 */
#ifndef CLD_INSTRUMENT_TREE_H
#define CLD_INSTRUMENT_TREE_H

#include "instrument/tokens.h"
#include "instrument/unit.h"

#include <clang-c/Index.h>

enum cld_node_kind {
    CLD_NODE_OTHER, /* copied, with its children rewritten */
    CLD_NODE_LEAF,  /* copied as it is: types, assembly, what comes from a macro of the compiler's header */
    CLD_NODE_DECLARATION, /* of a type: copied as it is */
    /* expressions */
    CLD_NODE_NAME, /* of a variable, function, enumerator */
    CLD_NODE_LITERAL,
    CLD_NODE_PAREN,
    CLD_NODE_SUBSCRIPT, /* children: base, index */
    CLD_NODE_DEREF,
    CLD_NODE_ARROW,  /* p->m; child: the pointer */
    CLD_NODE_MEMBER, /* s.m */
    CLD_NODE_SWIZZLE,
    CLD_NODE_ADDRESS, /* &x */
    CLD_NODE_BINARY,  /* arithmetic, comparisons, shifts */
    CLD_NODE_LOGICAL, /* && || */
    CLD_NODE_COMMA,
    CLD_NODE_ASSIGN,
    CLD_NODE_COMPOUND_ASSIGN,
    CLD_NODE_STEP,        /* ++ and --, before and behind */
    CLD_NODE_UNARY,       /* - ~ ! + and the like */
    CLD_NODE_CONDITIONAL, /* c ? a : b */
    CLD_NODE_CALL,        /* children: the function, the arguments */
    CLD_NODE_CAST,        /* of any form: (T)x, vector literals */
    CLD_NODE_INIT_LIST,
    CLD_NODE_SIZEOF, /* not evaluated */
    CLD_NODE_STATEMENT_EXPRESSION,
    /* statements */
    CLD_NODE_BLOCK,
    CLD_NODE_IF,
    CLD_NODE_FOR,
    CLD_NODE_WHILE,
    CLD_NODE_DO,
    CLD_NODE_SWITCH,
    CLD_NODE_CASE,
    CLD_NODE_RETURN,
    CLD_NODE_DECLARE, /* a declaration statement; children: variables */
    CLD_NODE_VARIABLE /* from its name to the end of its initialiser */
};

/* What happens to an lvalue. */
enum cld_use {
    CLD_USE_READ, /* also: the value of an expression that is no lvalue */
    CLD_USE_WRITE,
    CLD_USE_READ_WRITE,
    CLD_USE_ADDRESS, /* &x, and arrays that become pointers: no access */
    CLD_USE_NONE     /* not evaluated */
};

enum cld_space {
    CLD_SPACE_PRIVATE,
    CLD_SPACE_GLOBAL,
    CLD_SPACE_CONSTANT,
    CLD_SPACE_LOCAL,
    CLD_SPACE_GENERIC,
    CLD_SPACE_IMAGE /* no address space: what an image holds */
};

struct cld_node {
    enum cld_node_kind kind;
    unsigned begin, end; /* in the unit's text */
    CXCursor cursor;
    CXType type;
    struct cld_node *parent, *first, *last, *next;
    enum cld_use use;
    bool inner;     /* a step of a path (s.a[1].x) whose outer steps go on: no access of its own */
    bool condition; /* decides a branch */
    bool frozen;    /* must stay a constant, or is not evaluated: nothing is inserted in it */
    bool constant;  /* made of literals */
    bool implied;   /* the dereference in p->xy of a pointer to a vector: it has no text of its own */
};

struct cld_tree {
    const struct cld_unit *unit;
    const struct cld_tokens *tokens;
    unsigned offset; /* of the unit's text in what was parsed */
    bool has_blocks; /* ^{ } */
    bool has_assembly;
    struct cld_node **nodes; /* all of them, to be freed */
    size_t n_nodes, nodes_room;
    unsigned subscripts, derefs, arrows; /* nodes of these kinds */
};

/* The body of a function definition. Free all with cld_tree_free(). */
struct cld_node *cld_tree_build(struct cld_tree *t, CXCursor body);
void cld_tree_free(struct cld_tree *t);
/* For what builds trees. */
struct cld_node *cld_tree_node(struct cld_tree *t, enum cld_node_kind kind, CXCursor cursor);

/* Offset of a location in the unit's text; false: it is not in it (a header of clang's, a macro of one). */
bool cld_tree_offset(const struct cld_tree *t, CXSourceLocation location, unsigned *offset);

/* The text that a cursor covers; macros of clang's header count as the word that stands there. */
bool cld_tree_range(const struct cld_tree *t, CXCursor c, unsigned *begin, unsigned *end);

struct cld_node *cld_node_child(const struct cld_node *n, unsigned index);
/* Without the parentheses around it. */
const struct cld_node *cld_node_strip(const struct cld_node *n);

bool cld_node_is_loop(const struct cld_node *n);
/* What decides a branch or a loop; NULL: nothing, as in for (;;). */
const struct cld_node *cld_node_condition(const struct cld_node *n);
bool cld_node_is_within(const struct cld_node *n, const struct cld_node *outer);
/* A statement of this kind, which has no kind of node of its own, is in it: a label, a goto. */
enum CXCursorKind cld_node_cursor_kind(const struct cld_node *n);
bool cld_node_holds(const struct cld_node *n, enum CXCursorKind kind);

/* Of an expression: arrays become pointers where they are parameters (libclang gives the type as written). */
bool cld_node_is_array(const struct cld_node *n);
bool cld_node_is_pointer(const struct cld_node *n);

enum CXTypeKind cld_type_kind(CXType type); /* of the canonical type; vectors as CXType_Vector */
enum cld_space cld_type_space(CXType type);

#endif
