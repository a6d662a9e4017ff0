"""What is kept on disk, and by which key it is found again.

disk, folder, tables      notes and filled tables, and where they lie; kept: kernels, as Numba asks for them
sealed                    files that are believed only if this user wrote them
content                   the key of a kernel: its code and every value that it reaches
digest, codes, reached    digests of values and of code, and what code refers to
libraries, registrations  what is a library's, and what users have registered with Numba
"""
