-- Teachers, their classrooms, the students' codes and their progress. A child is a code: these tables
-- contain no name, address, device or user agent of a child.

create table teachers (
  id text primary key,
  -- Lower-cased; mails are sent to this address only.
  email text not null unique,
  school_name text,
  age_group text,
  -- Stored, but never used as a recipient.
  referral_email text,
  language text not null check (language in ('en', 'fr')),
  -- SHA-256 of teacherAuthID, which alone gives access to the teacher's PlayFab account.
  auth_id_hash text not null unique,
  playfab_id text not null,
  created_at timestamptz not null
);

create table classrooms (
  id text primary key,
  teacher_id text not null unique references teachers (id) on delete cascade,
  -- The classroomID of the contract, 16 random bytes that give access to the class. A new link replaces it.
  link_id text not null unique,
  -- The code that students type in the game; it gives no access here.
  code text not null unique,
  name text not null,
  -- Progress belongs to the era in which it was made: clearing begins the next era, and restoring merges one back.
  era integer not null default 1,
  created_at timestamptz not null,
  -- The last change of anything except progress.
  changed_at timestamptz not null
);

-- Never deleted while the class exists: a removed student becomes inactive, and returns first when the class grows.
create table students (
  classroom_id text not null references classrooms (id) on delete cascade,
  code text not null,
  active boolean not null default true,
  primary key (classroom_id, code)
);

-- One row for each student and concept.
create table progress (
  classroom_id text not null,
  era integer not null,
  student_code text not null,
  package text not null,
  concept text not null,
  total integer not null,
  -- {level: completed}
  levels jsonb not null,
  -- The number of completed levels, which a table shows without reading each level's name.
  done integer generated always as (jsonb_array_length(jsonb_path_query_array(levels, '$.* ? (@ == true)'))) stored,
  played_at timestamptz not null,
  changed_at timestamptz not null,
  -- Includes everything that a table shows: a class's rows are scattered over the disk, its part of the index is not.
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

-- Mailed links, with only the SHA-256 of their secret. Applying a link removes it.
create table classroom_links (
  token_hash text primary key,
  classroom_id text not null references classrooms (id) on delete cascade,
  kind text not null check (kind in ('update', 'restore')),
  num_students integer,
  reinitialize boolean,
  -- Set for a restore link.
  era integer,
  expires_at timestamptz not null
);
create index classroom_links_of_classroom on classroom_links (classroom_id);
create index classroom_links_by_end on classroom_links (expires_at);
