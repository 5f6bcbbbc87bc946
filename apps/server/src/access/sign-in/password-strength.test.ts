import { describe, expect, it } from 'vitest'
import { weaknessOf } from './password-strength.ts'

const owner = {
  userName: 'rfinch',
  firstName: 'Rosalind',
  lastName: 'Finch',
  email: 'r.finch@harbor-dental.example',
  customerName: 'Harbor Dental',
  productName: 'Callboard',
}

const weak = {
  'a common password or word, and what people add to it': [
    'Password123!',
    'Welcome12345',
    'P@ssw0rd1234',
    'P@$$w0rd2026',
    'passw0rd!!!!',
    'MyPassword123',
    'Admin1234567',
    'administrator1',
    'changeme1234',
    'ChangeMe2026!',
    'Letmein12345',
    'SuperSecret123',
    'default12345',
    'temp12345678',
    'guest1234567',
    'Test12345678',
    'Iloveyou2026!',
    'helloworld123',
    'monkeymonkey1',
    'dragon123456',
    'football2026!',
    'sunshine12345',
    'Starwars2026',
    'Pokemon123456',
    'google123456',
    'Company12345',
    'company2026!!',
    'drowssap1234',
    'ThisIsMyPassword1',
    'Passwort1234',
  ],
  'a name, a town, a season, a month, a day or a year': [
    'Jennifer1990!',
    'charlie19850412',
    'Michael12345',
    'London2026!!!',
    'newyork12345',
    'liverpool1892',
    'Summer2026!!',
    'Winter2025!?',
    'Autumn-2026!',
    'Spring2027!!',
    'January2026!',
    'december2025',
    'Tuesday2026!',
    'NewYear2026!',
    '01/01/1990abc',
    '19900101199001',
  ],
  'a way along the keyboard or the alphabet': [
    'qwertyuiop12',
    'Qwertyuiop!1',
    '1qaz2wsx3edc',
    '!QAZ2wsx#EDC',
    'zxcvbnm12345',
    'asdfghjkl123',
    'Qwer1234!@#$',
    'poiuytrewq12',
    '1q2w3e4r5t6y',
    'abcdefghijkl',
    '123456789012',
    '!@#$%^&*()12',
  ],
  'a word twice': [
    'passwordpassword',
    'letmeinletmein',
    'hunter2hunter2',
    'trustno1trustno1',
    'abc123abc123',
    'Welcome2Welcome2',
    'testtesttest',
  ],
  'a name of its owner in disguise': [
    'h4rb0rd3nt4l!',
    'C4llb04rd2026',
    'R0salind2026!',
    'latneDrobraH1',
    'harbor-d3ntal1',
  ],
}

const decent = {
  'several words': [
    'marmalade trellis oxbow',
    'vivid turnip gallops east',
    'the moon hums at night',
    'wobbly zebra jazz',
    'heron-basalt-quilt-58',
    'purple-monkey-dishwasher',
    'copper-tulip-42-ravine',
    'sugar lemon brick',
    'I ate 14 plums in March',
    'gravel.umbrella.nine',
    'silver otter crosses Thames',
    'lantern puddle socks',
    'dusty piano sings Bach',
    'YellowGiraffe$Skates88',
    'Tangerine&Velvet&Moose',
    'r4nd0m-w0mb4t-fl1ght',
  ],
  'words of another language': [
    'Nimm-drei-Kekse-7',
    'mein Hund frisst Socken',
    'le chat dort sous la table',
    'Überraschung 12 é',
    'мой кот любит рыбу',
    '猫が魚を食べた夜の月と雪だ',
    'unten am Fluss 73 Enten',
  ],
  'what a password manager makes': [
    'xK9#mQ2$vL7p',
    't7Gq-Vn2x-Lp9w',
    '8fJ2kLm9QpRs',
    'wJ4hT9zQ2mXc',
    'aB3dE6gH9jK2',
    'f9c1e7a4b2d8',
    '5Q!rT8@zK1#w',
    'ojh4wkzu2mtd',
    'nsa8!dkfj2#l',
    'j3p!Qd9#sUe2',
    'kZ7vQw3nR8tY',
    'qX7wZ2nB5vM8',
  ],
}

describe('a password', () => {
  it.each(Object.entries(weak))('of %s is refused', async (_, passwords) => {
    for (const password of passwords) {
      expect(await weaknessOf(password, owner), password).toMatch(
        /easy to guess|must not contain|repeats the same/,
      )
    }
  })

  it.each(Object.entries(decent))('of %s is taken', async (_, passwords) => {
    for (const password of passwords) expect(await weaknessOf(password, owner), password).toBeUndefined()
  })

  it('is told what is wrong with it and what to do', async () => {
    const advice = 'Choose several unrelated words, or let a password manager create one.'
    for (const [password, pattern] of [
      ['Welcome12345', 'common words or passwords'],
      ['charlie19850412', 'common words or passwords and a date or a year'],
      ['h4rb0rd3nt4l!', 'your name, your company or the name of the portal'],
      ['ABCDEFGHIJKLM', 'a sequence such as 1234'],
      ['!@#$%^&*()12', 'keys next to each other and a sequence such as 1234'],
    ] as const) {
      expect(await weaknessOf(password, owner)).toBe(
        `This password is easy to guess: it is little more than ${pattern}. ${advice}`,
      )
    }
  })

  it('of the longest kind is checked by its beginning', async () => {
    expect(await weaknessOf('P@$$w0rd'.repeat(25), owner)).toContain('easy to guess')
    expect(await weaknessOf('marmalade trellis oxbow '.repeat(8).trim(), owner)).toBeUndefined()
  })
})
