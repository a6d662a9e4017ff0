from zermelo.cli import main

main()
