SELECT bytes FROM file WHERE path = :path;
