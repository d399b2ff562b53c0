import { describe, expect, it } from 'vitest';
import { namesIn, nameText, placesOf, readRegister, withName } from './register.ts';

const children = [
  { no: '1', letter: 'a', first: 'Ben', last: 'Okafor', sex: 'M', word: 'Male', title: 'M.' },
  { no: '2', letter: 'b', first: 'Ada', last: 'Lovelace', sex: 'F', word: 'Fille', title: 'Mlle' },
  { no: '3', letter: 'c', first: 'Élise', last: 'N’Diaye', sex: 'F', word: 'Fille', title: 'Mlle' },
].map((child) => ({ ...child, born: `0${child.no}/03/2017` }));
const whole = ['Ben Okafor', 'Ada Lovelace', 'Élise N’Diaye'];

/**
 * A system, the head of its list, and the line of a child; ⇥ is a tab, ⏎ the end of a line, and – no head. The heads
 * are from public documentation of school systems and of tools that read their exports: https://docs.bromcom.com
 * (import of access arrangements), https://support.clever.com/hc/en-us/articles/203114867,
 * https://digitalsupport.greatminds.org (OneRoster),
 * https://www.sims-partners.com/Products/SIMS7/RandA/Applicant-Import-Overview, https://help.cem.org,
 * https://help.seesaw.me, https://coloradotechliteracy.org (Infinite Campus), https://help.classcraft.com/hc/fr-ca
 * (Québec), https://sacoche.sesamath.net (import of users by a spreadsheet), https://help.schoolbooking.com (import of
 * data), https://dne-elearning.gitlab.io/moodle-elea (accounts of an ENT), readers of French exports.
 */
const registers = `
ONDE | Nom élève;Nom d'usage élève;Prénom élève;Date naissance;Sexe;INE;Adresse1;Cp1;Commune1;Cycle;Niveau;Libellé classe;Identifiant classe | {last};;{first};{born};{sex};111111111{no}A;{no} rue de Test;21000;Dijon;CYCLE II;CE2;Classe de M Machin;99999
ONDE, an extraction that begins with an id | Identifiant,Nom élève,Prénom élève,Classe | 9{no},{last},{first},CE2 A
Base Élèves 1er degré | Nom d’usage;Nom de famille;Prénom;Né(e) le;Niveau | ;{last};{first};{born};CE1
SIECLE | Division;Nom de famille;Prénom 1;Prénom 2;Sexe;Courriel repr. légal | 6A;{last};{first};;{sex};a@b.example
Pronote | Nom⇥Prénom⇥Né(e) le⇥Sexe⇥Classe | {last}⇥{first}⇥{born}⇥{sex}⇥6A
Pronote, in capitals | NOM⇥PRENOM⇥CLASSE | {last}⇥{first}⇥CM1
SCONET with the name of birth | Nom de naissance;Nom usuel;Prénom usuel;Classe | {last};;{first};CP
the parents beside the child | Nom,Prénom,Date naissance,Sexe,Classe,Matricule,Parent Nom,Parent Prénom,Parent Tél | {last},{first},{born},{sex},6ème A,MAT-{no},Martin,Fatou,0600000000
titles above the head | Liste des élèves⏎Classe : 6A⏎⏎Nom;Prénom;Classe | {last};{first};6A
the whole name in one column | Nom et prénom;Groupe | {first} {last};A
“Nom de l’élève” | Nom de l'élève;Prénom de l'élève;Division | {last};{first};MS1
GPI | Fiche;Code permanent;Nom;Prénom;Groupe-repère | 123456{no};ABCD1234567{no};{last};{first};31
Mozaïk | No fiche⇥Nom de l’élève⇥Groupe | 123456{no}⇥{last}, {first}⇥301
Classcraft, first name first | Prénom,Nom de famille,Adresse courriel | {first},{last},eleve{no}@ecole.example
SIMS | Legal surname⇥Legal forename | {last}⇥{first}
SIMS, a class list | Pupil name⇥Class | {last}, {first}⇥5B
SIMS, name and group | Surname Forename,Reg Group,UPN | "{last}, {first}",5B,A12345678901{no}
Arbor | Student,Legal First Name,Legal Last Name,Year group | {first} {last},{first},{last},Year 5
CEM | First name,Surname,Date Of Birth,Sex,UPN | {first},{last},{born},{sex},
ScholarPack | Given names⇥Family name | {first}⇥{last}
a tutor beside the pupil | Tutor Surname,Pupil Surname,Pupil Forename | Hopper,{last},{first}
PowerSchool | Student_Number⇥Last_Name⇥First_Name⇥Grade_Level | 1002{no}⇥{last}⇥{first}⇥3
PowerSchool, the whole name and its parts | LastFirst⇥First_Name⇥Last_Name | {last}, {first}⇥{first}⇥{last}
PowerSchool, LastFirst | LastFirst⇥Home_Room | {last}, {first}⇥12
Infinite Campus | student.personID,student.stateID,student.lastName,student.firstName,student.middleName,student.birthdate,student.grade | 9{no},1{no},{last},{first},Kit,{born},03
Clever | School_id,Student_id,Student_number,State_id,Last_name,Middle_name,First_name,Grade,Gender,DOB | 1,2{no},3{no},,{last},Kit,{first},3,{sex},{born}
OneRoster | sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName | {no},,,true,1,student,u{no},,{first},{last},Kit
Skyward | Other ID,Full Name,Grade,Homeroom | 9{no},"{last}, {first}",3,Hopper
Aeries | Student ID,Last Name,First Name,Grade,Sex | 9{no},{last},{first},3,{sex}
Seesaw | Teacher email,Teacher First Name,Teacher Last Name,Class Name,Grade Level,Student name,Student ID | t@s.example,Grace,Hopper,Room 5,3,{first} {last},{no}
a school’s form with the teacher before the child | School Name,Class Name,Teacher Last Name,Student First Name,Student Last Name | North,5B,Hopper,{first},{last}
Google Classroom | Last Name,First Name,Email Address | {last},{first},a{no}@s.example
a head in other words | Apellido y nombre;Nacimiento | {last}, {first};{born}
a line for Excel | sep=;⏎Nom;Prénom | {last};{first}
a directory with sex first | INE;Sexe;NOM;PRENOM;RNE;Date de naissance;Division | 1{no};{title};{last};{first};0210000A;{born};CM2
the responsible person before the child | Nom du responsable;Nom élève;Prénom élève | Martin{letter};{last};{first}
Bromcom | Last Name,First Name,Admission Number,UPN,Gender,Year Group,Tutor Group | {last},{first},00{no},A1234,{word},Year 5,5B
an address behind the name | – | {first} {last}⇥{letter}@s.example
a role before the name | – | student⇥{last}⇥{first}
a number in the column “Student” | Student,Name | 100{no},{first} {last}
a title that could be a head | Élèves⏎Nom;Prénom | {last};{first}
a title with another separator | Hopper; room 5⏎Surname,Forename | {last},{first}
two classes in one | Classe,Nom,Prénom | CE1 et CE2,{last},{first}
sex behind the name | – | {first} {last}⇥{born}⇥{sex}
sex in words | – | {last}⇥{first}⇥{word}
a class between | – | {no}⇥Kangaroos⇥{last}⇥{first}
parents without a head | – | {first} {last}⇥Grace Hopper{letter}
a title above a spreadsheet | Class list 2026⏎Surname⇥Forename | {last}⇥{first}
plural words | Noms et prénoms des élèves | {first} {last}
a title in the same column | Class 5B | {first} {last}
SACoche | numéro;genre;nom;prenom;date naiss.;courriel;classe;groupes | ele_{no};{sex};{last};{first};{born};;6E A;latin
an ENT | Id;Type;Nom;Prénom;Login;Code d'activation;Classe(s) | a-{letter};Élève;{last};{first};{first}.{letter};x{no};CE2
ÉcoleDirecte | Nom;Prénom;Sexe;Date de naissance;Classe;Régime;Nom responsable 1 | {last};{first};{sex};{born};6A;DP;Martin
ScoDoc | Code_NIP;Code_INE;nom;nom_usuel;prenom;civilite | {no};{no};{last};;{first};{sex}
Moodle | username,firstname,lastname,email | u{letter},{first},{last},{no}@s.example
heads in short | Fname,Lname | {first},{last}
Skyward, in short | Stu Last Name,Stu First Name,Stu Grade,Advisor Name | {last},{first},03,Hopper
Aspen | std.name,std.id,std.homeroom | "{last}, {first}",{no},H12
Wonde | mis_id,upn,forename,surname | A{no},A12{no},{first},{last}
a query of PowerSchool | 01_student_number,02_last_name,03_first_name | {no},{last},{first}
Edval | Student code,Surname,First name,Year,Teacher code,Teacher name | ABC{no},{last},{first},5,HOP,G Hopper
School Booking, the parent with the same heads | ID,Forename,Surname,ID,Title,Forename,Surname | {no},{first},{last},9,Mrs,Jo,Baker
Arbor, the year first | Year group,Student | Year {no},{first} {last}
a contact in the column “Name” | Pupil,Contact,Name | {first} {last},Mother,Jo Hopper{letter}
Google Classroom, marks | Last Name,First Name,Email Address,Quiz⏎Date,,,2026-09-01⏎Points,,,10 | {last},{first},a@s.example,8
a Swiss list | Nachname;Vorname;Klasse | {last};{first};5a
a German list, with “Name” for the family | Name;Vorname;Geburtsdatum | {last};{first};{born}
a Dutch list | Roepnaam;Achternaam;Groep | {first};{last};5
a Spanish list | Apellidos;Nombre | {last};{first}
an Italian list | Cognome;Nome;Classe | {last};{first};3A
a Brazilian list | Nome;Sobrenome | {first};{last}
the name that a child is known by | Surname,Known as,Form | {last},{first},5B
Mozaïk, with titles | École Saint-Jean 012⏎Groupe 301⏎Enseignant : Marie Roy⏎Fiche;Nom, prénom;Né le | 12{no};{last}, {first};{born}
a register with the school above | St Mary’s Primary School,,⏎Mrs Baker,,⏎Surname,Forename,DOB | {last},{first},{born}
Canvas | Student,ID,Section,Quiz⏎    Points Possible,,,10 | "{last}, {first}",1{no},5B,8
`
  .trim()
  .split('\n')
  .map((row) => {
    const [system = '', head = '', line = ''] = row.split(' | ');
    const lines = children.map((child) =>
      Object.entries(child).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, value), line),
    );
    const text = [...(head === '–' ? [] : [head]), ...lines].join('\n');
    return { system, text: text.replaceAll('⇥', '\t').replaceAll('⏎', '\n') };
  });

const lists: [what: string, text: string, expected?: string[]][] = [
  ['one line with commas', 'Ben Okafor, Ada Lovelace, Élise N’Diaye'],
  ['one line that ends in words', 'Ben Okafor, Ada Lovelace et Élise N’Diaye'],
  ['one line of first names', 'Ben, Ada, Élise', ['Ben', 'Ada', 'Élise']],
  ['one line with semicolons', 'Okafor, Ben; Lovelace, Ada; N’Diaye, Élise'],
  ['one line that ends in a comma', 'Ben Okafor, Ada Lovelace, Élise N’Diaye,'],
  ['a number of students', 'Ben Okafor\nAda Lovelace\nÉlise N’Diaye\nNombre d’élèves : 3'],
  ['one line of two', 'Ben Okafor, Ada Lovelace', ['Ben Okafor', 'Ada Lovelace']],
  ['one name with a comma', 'Lovelace, Ada', ['Ada Lovelace']],
  ['a row of a spreadsheet', 'Ben Okafor\tAda Lovelace\tÉlise N’Diaye\tKarim', [...whole, 'Karim']],
  ['one child with sex', 'Ben Okafor\t12/03/2017\tM', ['Ben Okafor']],
  ['first names before family names in capitals', 'Ben\tOKAFOR\t3\nAda\tLOVELACE\t3', ['Ben OKAFOR', 'Ada LOVELACE']],
  ['names in capitals', 'OKAFOR\tBEN\nLOVELACE\tADA', ['BEN OKAFOR', 'ADA LOVELACE']],
  ['family names only', 'Surname\nOkafor\nLovelace', ['Okafor', 'Lovelace']],
  ['family names of two words', 'García López\tAna\nPérez Gil\tLuis', ['Ana García López', 'Luis Pérez Gil']],
  ['a row of a table', '17\tOkafor\tBen\tM\t5B', ['Ben Okafor']],
  ['names and a class', 'Ben,5B\nAda,5B\nZoé,5B\nTom,5B', ['Ben', 'Ada', 'Zoé', 'Tom']],
  [
    'names in use of all',
    "Nom d'usage;Nom de famille;Prénom\nLovelace;Byron;Ada\nOkafor;Hopper;Ben",
    ['Ada Lovelace', 'Ben Okafor'],
  ],
  ['a class behind each name', 'Ben Okafor - 5B\nAda Lovelace - 5B', ['Ben Okafor - 5B', 'Ada Lovelace - 5B']],
  ['a total', 'Ben Okafor\nAda Lovelace\nÉlise N’Diaye\nTotal: 3'],
  ['a total of points', 'Student,Positive\nBen Okafor,10\nAda Lovelace,9\nÉlise N’Diaye,3\nClass total,22'],
  ['how many boys and girls', 'Name\tSex\nBen Okafor\tM\nAda Lovelace\tF\nÉlise N’Diaye\tF\nBoys\t1\nGirls\t2'],
  ['how many there are', '1. Ben Okafor\n2. Ada Lovelace\n3. Élise N’Diaye\n3 élèves'],
  ['a title without a number', 'Liste des élèves\nBen Okafor\nAda Lovelace\nÉlise N’Diaye'],
  ['a title in English', 'Class register\nBen Okafor\nAda Lovelace\nÉlise N’Diaye'],
  ['a line that ends in a colon', 'Present today:\nBen Okafor\nAda Lovelace\nÉlise N’Diaye'],
  ['two pages', 'Ben Okafor\nAda Lovelace\nPage 1 of 2\nÉlise N’Diaye'],
  ['two classes, each with its head', 'Nom;Prénom;A\nOkafor;Ben\nLovelace;Ada\nNom;Prénom ;B\nN’Diaye;Élise'],
  ['two classes, each with its name', 'Nom;Prénom\nCP;\nOkafor;Ben\nLovelace;Ada\nCE1;\nN’Diaye;Élise'],
  ['years before the names of some', 'Year,Name\nReception,Ben Okafor\nYear 1,Ada Lovelace\nYear 1,Élise N’Diaye'],
  ['family names like words of lists', 'Surname,Forename\nGrade,Ada\nCount,Ben', ['Ada Grade', 'Ben Count']],
  ['a family name like a title beside a date', 'List Ben;03/04/2017\nPage Ada;1/2/2017', ['List Ben', 'Page Ada']],
  ['a title of several words', 'Class list 2026\nBen Okafor\nAda Lovelace\nÉlise N’Diaye'],
  ['a family name like a title before a date', 'Ben Okafor\nGrade Ada 03/04/2017', ['Ben Okafor', 'Grade Ada']],
  [
    'a child without a family name beside a parent',
    'ID,Forename,Surname,ID,Forename,Surname\n1,Ada,,9,Anne,Byron\n2,Ben,Okafor,8,Jo,Baker',
    ['Ada', 'Ben Okafor'],
  ],
  [
    'names in use for some',
    "Nom élève;Nom d'usage élève;Prénom élève\nByron;Lovelace;Ada\nOkafor;;Ben",
    ['Ada Lovelace', 'Ben Okafor'],
  ],
  [
    'names by which some are known',
    'Forename,Surname,Known as\nAugusta,Byron,Ada\nBen,Okafor,',
    ['Ada Byron', 'Ben Okafor'],
  ],
  [
    'a whole name beside the one in use',
    'Name,Known as\nAugusta Byron,Ada\nBen Okafor,',
    ['Augusta Byron', 'Ben Okafor'],
  ],
  [
    'preferred forenames for some',
    'Surname,Forename,Preferred Forename\nByron,Augusta,Ada\nOkafor,Ben,',
    ['Ada Byron', 'Ben Okafor'],
  ],
];

const listed = (text: string, students: readonly string[] = []) => namesIn(readRegister(text, students));
const names = (text: string) => listed(text).map(({ name }) => name);

describe('the register of a school', () => {
  it.each(registers)('gives the names of its students, and of no one else: $system', ({ text }) => {
    expect(names(text)).toEqual(whole);
  });

  it.each(lists)('can be %s', (_what, text, expected = whole) => {
    expect(names(text)).toEqual(expected);
  });

  it('names its columns, so that others can be chosen', () => {
    const list = readRegister('Id,Surname,Forename,Preferred Name\n1,Okafor,Benjamin,Ben');
    expect(list).toMatchObject({
      labels: ['Id', 'Surname', 'Forename', 'Preferred Name'],
      columns: { first: [2], last: [1] },
    });
    expect(namesIn(list, { first: [3], last: [1] })).toEqual([{ name: 'Ben Okafor', code: null }]);
  });
});

describe('a list of names', () => {
  it.each([
    ['a name in each line', 'Ben Okafor\r\nAda Lovelace\r\n\r\nÉlise N’Diaye\r\n'],
    ['row numbers in a column', '1\tBen Okafor\n2\tAda Lovelace\n3\tÉlise N’Diaye'],
    ['row numbers in the text', '1. Ben Okafor\n2) Ada Lovelace\n(3) Élise N’Diaye'],
    ['bullets', '• Ben Okafor\n- Ada Lovelace\n– Élise N’Diaye'],
    ['a head', 'Name\nBen Okafor\nAda Lovelace\nÉlise N’Diaye'],
    ['last and first names', 'Okafor, Ben\nLovelace, Ada\nN’Diaye, Élise'],
    ['numbered last and first names', '1\tOkafor\tBen\n2\tLovelace\tAda\n3\tN’Diaye\tÉlise'],
    ['dates behind the name', 'Ben Okafor 12/03/2017\nAda Lovelace (2017-05-01)\nÉlise N’Diaye, 12 mars 2017'],
    ['quotation marks', '"Ben Okafor"\n"Ada Lovelace"\n"Élise N’Diaye"'],
  ])('is read with %s', (_, text) => {
    expect(names(text)).toEqual(['Ben Okafor', 'Ada Lovelace', 'Élise N’Diaye']);
  });

  it('keeps a number behind a name, and names that look like another language’s words', () => {
    expect(names('Sam 2\nNom Nguyen\nJean-Luc\nO’Brien')).toEqual(['Sam 2', 'Nom Nguyen', 'Jean-Luc', 'O’Brien']);
  });

  it.each(['', ' \n', '1\n2\n3', 'Name', '12/03/2017', 'Name,Date\n,2017'])('has no names: %j', (text) => {
    expect(names(text)).toEqual([]);
  });

  it('has the codes of the students in the CSV file of the page, with or without names', () => {
    const file =
      '\uFEFF"Élève";"Nom";"Dernière activité"\r\n"#013";"Ben Okafor";"Jamais"\r\n"#021";"";"2026-11-20"\r\n';
    expect(listed(file)).toEqual([{ name: 'Ben Okafor', code: '013' }]);
    expect(listed('"Student","Last active","May need help"\r\n"#013","Never","–"\r\n')).toEqual([]);
  });
});

describe('a list with the codes of the students', () => {
  const students = ['013', '021', '034', '105'];

  it.each([
    ['in the CSV file that a spreadsheet saved again', 'Student;Name\n#13;Ben\n#021;Ada\n#105;Zoé'],
    ['as numbers, which lost their zeros', '13\tBen\n21\tAda\n105\tZoé'],
    ['behind the names', 'Ben,013\nAda,21\nZoé,105'],
    ['in the second column, behind a number of the row', '1\t13\tBen\n2\t21\tAda\n3\t105\tZoé'],
  ])('finds the codes %s', (_, text) => {
    expect(listed(text, students).map(({ name, code }) => [name, code])).toEqual([
      ['Ben', '013'],
      ['Ada', '021'],
      ['Zoé', '105'],
    ]);
  });

  it('takes the numbers of rows for no codes, also where one of them looks like a code', () => {
    const rows = Array.from({ length: 15 }, (_, row) => `${row + 1}\tPupil ${'abcdefghijklmno'[row]}`).join('\n');
    expect(new Set(listed(rows, students).map(({ code }) => code))).toEqual(new Set([null]));
  });

  it('takes the number of a class, which is the same in each row, for no code', () => {
    const rows = 'Nom;Prénom;Groupe\nOkafor;Ben;105\nLovelace;Ada;105\nHopper;Zoé;105';
    expect(listed(rows, students).map(({ code }) => code)).toEqual([null, null, null]);
  });

  it('keeps the code of another class beside these codes, so that no student here gets the name', () => {
    expect(listed('13\tBen\n21\tAda\n99\tZoé', students).at(-1)).toEqual({ name: 'Zoé', code: '099' });
  });
});

describe('a list that is filled in', () => {
  const codes = ['001', '002', '003'];
  it('begins at a student, gives a name with a code to that student, and says which names are for no student', () => {
    const list = [
      { name: 'Ada', code: null },
      { name: 'Sofia', code: '001' },
      { name: 'Hypatia', code: '099' },
      { name: 'Emmy', code: null },
      { name: 'Grace', code: null },
    ];
    const places = placesOf(codes, '002', list);
    expect([...places].map(([{ name }, student]) => [name, student])).toEqual([
      ['Ada', '002'],
      ['Sofia', '001'],
      ['Emmy', '003'],
    ]);
    expect(list.filter((one) => !places.has(one)).map(({ name }) => name)).toEqual(['Hypatia', 'Grace']);
  });
});

describe('the name of a student', () => {
  it.each([
    [' Ada  Lovelace ', 'Ada  Lovelace'],
    ['Rene\u0301e', 'Renée'],
    ['Ada\tLovelace\u0007', 'Ada Lovelace'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['שרה', 'שרה'],
    ['👩‍🏫', '👩‍🏫'],
    ['x'.repeat(50), 'x'.repeat(40)],
    ...['😀', '🇫🇷', '👩‍👩‍👧', '👍🏽', 'é\u0323', 'क्षि', '각'.normalize('NFD') + '\u0323'].flatMap((last) => {
      const most = 'x'.repeat(40 - last.normalize('NFC').length);
      return [
        [most + last, most + last.normalize('NFC')],
        [`${most}x${last}x`, `${most}x`],
      ];
    }),
    [' \u2028 ', ''],
  ])('is one line of plain text: %j', (typed, name) => expect(nameText(typed)).toBe(name));

  it('is added, changed and removed without a change of the names before', () => {
    const ada = withName(new Map(), '001', 'Ada');
    expect([...withName(ada, '001', 'Ada L.')]).toEqual([['001', 'Ada L.']]);
    expect(withName(ada, '001', ' ').size).toBe(0);
    expect([...ada]).toEqual([['001', 'Ada']]);
  });
});
