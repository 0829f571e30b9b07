// options: -cl-std=CL1.2
