-- Teachers, their classrooms, the students' codes and their progress. A child is a code: no name, address, device or
-- user agent stands anywhere in here.

create table teachers (
  id text primary key,
  -- Lower-cased; mails go to it and nowhere else.
  email text not null unique,
  school_name text,
  age_group text,
  -- Kept, never written to.
  referral_email text,
  language text not null check (language in ('en', 'fr')),
  -- SHA-256 of teacherAuthID: that id opens the teacher's PlayFab account by itself.
  auth_id_hash text not null unique,
  playfab_id text not null,
  created_at timestamptz not null
);

create table classrooms (
  id text primary key,
  teacher_id text not null unique references teachers (id) on delete cascade,
  -- The classroomID of the contract, 16 random bytes: whoever has it sees the class. A new link replaces it.
  link_id text not null unique,
  -- What students type in the game; opens nothing here.
  code text not null unique,
  name text not null,
  -- Progress counts in the era in which it was made: clearing begins the next one, restoring brings one back.
  era integer not null default 1,
  created_at timestamptz not null,
  -- When something other than progress last changed.
  changed_at timestamptz not null
);

-- Never deleted while the class lives: one who has to go is made inactive, and comes back first when the class grows.
create table students (
  classroom_id text not null references classrooms (id) on delete cascade,
  code text not null,
  active boolean not null default true,
  primary key (classroom_id, code)
);

-- One row a student and concept.
create table progress (
  classroom_id text not null,
  era integer not null,
  student_code text not null,
  package text not null,
  concept text not null,
  total integer not null,
  -- {level: completed}
  levels jsonb not null,
  -- How many are completed: what a table shows, without reading each level's name.
  done integer generated always as (jsonb_array_length(jsonb_path_query_array(levels, '$.* ? (@ == true)'))) stored,
  played_at timestamptz not null,
  changed_at timestamptz not null,
  -- With all that a table shows: the rows of a class lie scattered over the disk, its part of the index does not.
  primary key (classroom_id, era, student_code, package, concept) include (done, total, played_at, changed_at),
  foreign key (classroom_id, student_code) references students (classroom_id, code) on delete cascade
);

-- Eras that can still be restored.
create table cleared_progress (
  classroom_id text not null references classrooms (id) on delete cascade,
  era integer not null,
  cleared_at timestamptz not null,
  primary key (classroom_id, era)
);
create index cleared_progress_by_age on cleared_progress (cleared_at);

-- Links of mails: only the SHA-256 of their secret is here. Applying one removes it.
create table classroom_links (
  token_hash text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  kind text not null check (kind in ('update', 'restore')),
  num_students integer,
  reinitialize boolean,
  -- Of a restore.
  era integer,
  expires_at timestamptz not null
);
create index classroom_links_of_classroom on classroom_links (classroom_id);
create index classroom_links_by_end on classroom_links (expires_at);
