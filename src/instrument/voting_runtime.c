/* voting_runtime.c - how the work-items of a group vote: OpenCL C in front of the program. */
#include "instrument/voting.h"

/*
 * board: three rounds of two words, who has voted no and yes last, + 1 (0: nobody has), and two for values;
 * others: in the group; off: no votes here, for want of a board.
 */
const char cld_voting_types[] =
    "typedef struct { __local uint *board; uint round, failed, others, off; } __cld_voting;\n";

const char cld_voting_state[] = "__private __cld_voting *vote;";

const char cld_voting_runtime[] =
    "CLD_FN void __cld_voting_begin(__private __cld_voting *v, __local uint *board, uint off)\n"
    "{\n"
    "    v->board = board;\n"
    "    v->round = v->failed = 0;\n"
    "    v->off = off;\n"
    "    v->others = (uint)__cld_items() - 1;\n"
    "    if (!off && CLD_ROUNDS)\n"
    "        board[0] = board[1] = board[2] = board[3] = board[4] = board[5] = 0;\n"
    "}\n"
    /* wire/log.h: ADDRESS is the other work-item, FIRST what this one decided, BEHIND the other */
    "CLD_COLD CLD_FN void __cld_tell_vote(__global uint *log, uint key, uint site, uint other, ulong mine,\n"
    "                                     ulong theirs)\n"
    "{\n"
    "    __cld_log_slot(log, key, site, other, mine, theirs, 0, 0, 0, 0);\n"
    "}\n";

/*
 * One barrier a vote: the round before is cleared behind it, when all have read it, and is used again two
 * barriers later. With PoCL barriers and votes go on after one has failed (cld_voting_stops): there all
 * work-items take the way of the first.
 */
const char cld_voting_by_rounds[] =
    "CLD_FN int __cld_vote(__private __cld_voting *v, __global uint *log, uint key, uint site, int yes)\n"
    "{\n"
    "    if (v->off || CLD_VOTED)\n"
    "        return yes;\n"
    "    uint me = (uint)__cld_item() + 1, round = v->round;\n"
    "    __local uint *b = v->board + 2 * round, *last = v->board + (round ? 2 * round - 2 : 4);\n"
    "    b[yes] = me;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    uint no = b[0], one = b[1];\n"
    "    last[0] = last[1] = 0;\n"
    "    v->round = round == 2 ? 0 : round + 1;\n"
    "    if (no && one && !v->failed) {\n"
    "        v->failed = 1;\n"
    "        if (site && me == one)\n"
    "            __cld_tell_vote(log, key, site, no - 1, 1, 0);\n"
    "    }\n"
    "    return yes;\n"
    "}\n";

/*
 * NVIDIA's devices count the votes at the barrier itself: on an H200 a loop of three barriers and little else
 * takes 1.3 times its time so, and 1.7 times by rounds (bench/RESULTS.md). Who they were is asked only after
 * a failed one.
 */
const char cld_voting_by_ballot[] =
    "CLD_COLD CLD_FN void __cld_voted_apart(__private __cld_voting *v, __global uint *log, uint key, uint "
    "site, int yes)\n"
    "{\n"
    "    uint me = (uint)__cld_item() + 1;\n"
    "    v->failed = 1;\n"
    "    v->board[yes] = me;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (site && me == v->board[1])\n"
    "        __cld_tell_vote(log, key, site, v->board[0] - 1, 1, 0);\n"
    "}\n"
    "CLD_FN int __cld_vote(__private __cld_voting *v, __global uint *log, uint key, uint site, int yes)\n"
    "{\n"
    "    uint n;\n"
    "    if (v->off || CLD_VOTED)\n"
    "        return yes;\n"
    "    __asm__ volatile(\"{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }\" : \"=r\"(n) "
    ": "
    "\"r\"(yes) : \"memory\");\n"
    "    if (n - 1 < v->others)\n"
    "        __cld_voted_apart(v, log, key, site, yes);\n"
    "    return yes;\n"
    "}\n";

/* Only where the program has a switch over a barrier: two barriers a vote. */
const char cld_voting_value_runtime[] =
    "CLD_FN long __cld_vote_value(__private __cld_voting *v, __global uint *log, uint key, uint site, long "
    "value)\n"
    "{\n"
    "    if (v->off || CLD_VOTED)\n"
    "        return value;\n"
    "    uint me = (uint)__cld_item();\n"
    "    __local uint *b = v->board + 6;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (!me) {\n"
    "        b[0] = (uint)value;\n"
    "        b[1] = (uint)((ulong)value >> 32);\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    long first = (long)((ulong)b[0] | (ulong)b[1] << 32);\n"
    "    uint was = v->failed;\n"
    "    __cld_vote(v, 0, 0, 0, value == first);\n"
    "    if (v->failed && !was && site && value != first)\n"
    "        __cld_tell_vote(log, key, site, 0, (ulong)value, (ulong)first);\n"
    "    return value;\n"
    "}\n";

/* Of a sub-group, whose members count from 0 on (the other one is known by that number); no barrier of the
 * group. */
const char cld_voting_sub_group_runtime[] =
    "CLD_FN int __cld_vote_sub_group(__private __cld_voting *v, __global uint *log, uint key, uint site, int "
    "yes)\n"
    "{\n"
    "    uint me = get_sub_group_local_id(), none = get_max_sub_group_size();\n"
    "    uint one = sub_group_reduce_min(yes ? me : none), no = sub_group_reduce_min(yes ? none : me);\n"
    "    if (site && one < none && no < none && me == one)\n"
    "        __cld_tell_vote(log, key, site, no, 1, 0);\n"
    "    return yes;\n"
    "}\n";
