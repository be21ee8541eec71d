import host

host.main()
