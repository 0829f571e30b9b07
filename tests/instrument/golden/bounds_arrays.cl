// Every dimension by its own size; a constant index that is within is not asked about.
struct row { float cells[3]; int count; };
kernel void k(global struct row *rows, int n)
{
    float t[4][5];
    int i = get_global_id(0);
    t[i][n] = rows[i].cells[n];
    t[3][4] = t[1][n];
    rows[i].cells[2] = t[i][0];
    rows->count = n;
}
