import { expect, it } from 'vitest';
import { mailboxOf } from './limits.ts';

it.each([
  ['marie.curie+school@gmail.com', 'mariecurie@gmail.com'],
  ['m.a.r.i.e@googlemail.com', 'marie@gmail.com'],
  ['marie+a+b@school.example', 'marie@school.example'],
  ['marie.curie@school.example', 'marie.curie@school.example'],
  ['marie-shop@yahoo.co.uk', 'marie@yahoo.co.uk'],
  ['marie_cu-rie@pm.me', 'mariecurie@proton.me'],
  ['marie.curie@me.com', 'marie.curie@icloud.com'],
])('counts %s as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
