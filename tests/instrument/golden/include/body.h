a[i] = READ(a, 2);
