import { expect, it } from 'vitest'
import { sharingWords } from '#web/features/report-view/sharing-words.ts'

const person = (name: string) => ({ userId: name, name })
const people = (...names: string[]) => names.map(person)
const everyMonday = (changes: object = {}) => ({
  id: 'monday',
  name: 'Every Monday',
  userId: 'Nora',
  ownerName: 'Nora',
  recipients: people('Nora'),
  stops: true,
  ...changes,
})
const wordsOf = (readers: string[], others = 0, subscriptions = [everyMonday()].slice(1)) =>
  sharingWords({ losing: { readers: people(...readers), others }, subscriptions }, 'Ada')

it('names who no longer finds a report, a few of many, and counts those whose names are not for the user', () => {
  expect(wordsOf([])).toEqual(['Nobody else finds it through this group.'])
  expect(wordsOf(['Nora'])).toEqual(['Nora no longer finds it.'])
  expect(wordsOf(['Nora'], 2)).toEqual(['Nora and 2 others no longer find it.'])
  expect(wordsOf(['Bea', 'Cleo', 'Dora', 'Nora'], 6)).toEqual(['Bea, Cleo, and 8 others no longer find it.'])
  expect(wordsOf([], 1)).toEqual(['1 person no longer finds it.'])
})

it('names whose subscriptions stop, and whom others no longer reach', () => {
  const ofAda = { id: 'daily', name: 'Daily', userId: 'Ada', recipients: people('Nora', 'Ada'), stops: false }
  const subscriptions = [everyMonday(), everyMonday(ofAda)]
  expect(wordsOf(['Nora'], 0, subscriptions).slice(1)).toEqual([
    'The subscription “Every Monday” of Nora stops: nobody on its list gets it any longer.',
    'Your subscription “Daily” no longer goes to Nora and you.',
  ])
  const many = Array.from({ length: 5 }, (_, at) => everyMonday({ id: `${at}` }))
  expect(wordsOf(['Nora'], 0, many).at(-1)).toBe(
    '2 more subscriptions no longer reach everybody on the list.',
  )
})
