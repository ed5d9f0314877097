SELECT uuid('feed', :first_hash) AS uuid, offset(:last) AS offset;
