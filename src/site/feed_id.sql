SELECT uuid('feed', :first_hash) AS uuid;
