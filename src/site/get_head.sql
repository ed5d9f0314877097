SELECT d.head FROM day AS d WHERE d.date = :last;
