/** First and last hour of a day's business, the last exclusive; null when closed. */
export type Hours = readonly [open: number, close: number] | null

export interface Week<T> {
  workday: T
  saturday: T
  sunday: T
}

/** What a kind of business is like on the telephone. */
export interface Trade {
  hours: Week<Hours>
  /** How many calls each hour of a day draws, midnight first; only their relation counts. */
  pull: Week<readonly number[]>
  /** What a holiday does to a day's calls. */
  holidayFactor: number
  /** Peak of the season as day of the year. */
  seasonPeak: number
  hasLunchBreak: boolean
  /** Callers first choose from a menu. */
  hasMenu: boolean
  /** Shares of calls that reach a person while lines are free. */
  answered: { open: number; lunch: number; after: number }
  talkMedianSeconds: number
  /** Share of answered callers who buy, and what half of them spend at most. */
  valueShare: number
  valueMedian: number
  /** Callers who live far from every branch. */
  farShare: number
  /** Each names keywords, a landing page and a tag. */
  services: readonly string[]
  teams: readonly [main: string, other: string]
}

export const homeServices: Trade = {
  hours: { workday: [7, 19], saturday: [8, 17], sunday: null },
  pull: {
    workday: [
      0.2, 0.1, 0.1, 0.1, 0.1, 0.3, 1.4, 4.6, 7.8, 9.4, 9.8, 9.1, 6.9, 7.4, 8.6, 8.3, 7.7, 6.2, 4, 2.4, 1.6,
      1.1, 0.7, 0.4,
    ],
    saturday: [
      0.2, 0.1, 0.1, 0.1, 0.1, 0.3, 0.6, 1.6, 4, 5.4, 5.6, 5, 3.9, 3.6, 3.3, 2.8, 2.2, 1.4, 1, 0.8, 0.6, 0.5,
      0.4, 0.3,
    ],
    sunday: [
      0.2, 0.1, 0.1, 0.1, 0.1, 0.3, 0.3, 0.6, 1.1, 1.6, 1.8, 1.7, 1.5, 1.4, 1.4, 1.3, 1.3, 1.2, 1, 0.9, 0.7,
      0.5, 0.3, 0.2,
    ],
  },
  holidayFactor: 0.28,
  seasonPeak: 15,
  hasLunchBreak: false,
  hasMenu: true,
  answered: { open: 0.87, lunch: 0.87, after: 0.34 },
  talkMedianSeconds: 190,
  valueShare: 0.34,
  valueMedian: 420,
  farShare: 0.05,
  services: [
    'furnace repair',
    'drain cleaning',
    'water heater',
    'air conditioning',
    'electrician',
    'roof leak',
  ],
  teams: ['Service desk', 'Estimates'],
}

export const dentist: Trade = {
  hours: { workday: [8, 18], saturday: [9, 13], sunday: null },
  pull: {
    workday: [
      0.1, 0, 0, 0, 0, 0.1, 0.4, 2.1, 8.8, 10.2, 9.6, 8.4, 4.1, 6.6, 8.3, 7.9, 6.8, 4.6, 1.6, 0.9, 0.6, 0.4,
      0.2, 0.1,
    ],
    saturday: [
      0, 0, 0, 0, 0, 0, 0.2, 0.7, 2.4, 3.9, 3.8, 3, 1.4, 0.6, 0.4, 0.3, 0.3, 0.2, 0.2, 0.2, 0.1, 0.1, 0, 0,
    ],
    sunday: [
      0, 0, 0, 0, 0, 0, 0.1, 0.1, 0.3, 0.4, 0.5, 0.5, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.3, 0.2, 0.1, 0, 0,
    ],
  },
  holidayFactor: 0.16,
  seasonPeak: 250,
  hasLunchBreak: true,
  hasMenu: false,
  answered: { open: 0.89, lunch: 0.42, after: 0.04 },
  talkMedianSeconds: 145,
  valueShare: 0.27,
  valueMedian: 260,
  farShare: 0.03,
  services: [
    'dental cleaning',
    'teeth whitening',
    'dental implants',
    'emergency dentist',
    'braces',
    'root canal',
  ],
  teams: ['Front desk', 'Treatment plans'],
}

export const carDealer: Trade = {
  hours: { workday: [9, 20], saturday: [9, 20], sunday: [10, 18] },
  pull: {
    workday: [
      0.1, 0.1, 0, 0, 0, 0.1, 0.5, 1.8, 4.7, 7.4, 8.2, 8, 6.6, 6.9, 7.2, 7.1, 7.4, 7.8, 6.2, 3.8, 1.6, 0.8,
      0.4, 0.2,
    ],
    saturday: [
      0.1, 0.1, 0, 0, 0, 0.1, 0.3, 1.2, 4.4, 8.1, 9.6, 9.8, 8.6, 8.4, 8.1, 7.4, 6.6, 5.4, 4, 2.4, 1, 0.6, 0.3,
      0.2,
    ],
    sunday: [
      0.1, 0, 0, 0, 0, 0, 0.2, 0.6, 1.8, 3.6, 5.8, 6.2, 5.8, 5.6, 5.2, 4.6, 3.8, 2.6, 1.2, 0.7, 0.4, 0.3, 0.2,
      0.1,
    ],
  },
  holidayFactor: 0.7,
  seasonPeak: 350,
  hasLunchBreak: false,
  hasMenu: true,
  answered: { open: 0.81, lunch: 0.81, after: 0.05 },
  talkMedianSeconds: 230,
  valueShare: 0.05,
  valueMedian: 24_500,
  farShare: 0.08,
  services: ['used cars', 'new hybrid', 'oil change', 'car lease', 'trade in value', 'brake service'],
  teams: ['Sales', 'Service bay'],
}

export const lodge: Trade = {
  // A night porter takes what comes outside of these.
  hours: { workday: [7, 22], saturday: [7, 22], sunday: [7, 22] },
  pull: {
    workday: [
      1.1, 0.7, 0.5, 0.4, 0.5, 0.8, 1.7, 3.2, 4.8, 5.9, 6.3, 6.1, 5.7, 5.6, 6, 6.4, 6.6, 6.3, 5.8, 5, 4.1,
      3.2, 2.3, 1.6,
    ],
    saturday: [
      2, 1.5, 1, 0.7, 0.6, 0.9, 1.8, 3.6, 6, 7.8, 8.4, 8.3, 7.9, 7.6, 8, 8.6, 8.9, 8.6, 7.9, 6.8, 5.6, 4.4,
      3.5, 2.8,
    ],
    sunday: [
      2.3, 1.7, 1.1, 0.7, 0.6, 0.8, 1.6, 3.4, 5.8, 7.6, 8.1, 7.7, 6.9, 6.4, 6.5, 6.7, 6.6, 6, 5.3, 4.4, 3.6,
      2.7, 1.9, 1.3,
    ],
  },
  holidayFactor: 1.45,
  seasonPeak: 200,
  hasLunchBreak: false,
  hasMenu: true,
  answered: { open: 0.85, lunch: 0.85, after: 0.72 },
  talkMedianSeconds: 165,
  valueShare: 0.38,
  valueMedian: 380,
  farShare: 0.55,
  services: ['room booking', 'ski weekend', 'wedding venue', 'spa package', 'group rates', 'airport shuttle'],
  teams: ['Reservations', 'Front desk'],
}

export const outfitter: Trade = {
  hours: { workday: [10, 21], saturday: [10, 21], sunday: [11, 18] },
  pull: {
    workday: [
      0.1, 0, 0, 0, 0, 0.1, 0.3, 0.8, 2.4, 5, 7.4, 7.9, 7.8, 7, 6.5, 6.6, 6.9, 6.8, 5.6, 4.2, 2.8, 1.2, 0.5,
      0.2,
    ],
    saturday: [
      0.1, 0, 0, 0, 0, 0.1, 0.3, 0.9, 3, 6.4, 9.2, 9.9, 9.6, 9, 8.4, 7.7, 6.8, 5.6, 4.1, 3, 2, 1, 0.5, 0.2,
    ],
    sunday: [
      0.1, 0, 0, 0, 0, 0, 0.2, 0.5, 1.4, 3, 5, 6.6, 7, 6.7, 6.1, 5.2, 4, 2.4, 1.2, 0.8, 0.5, 0.4, 0.2, 0.1,
    ],
  },
  holidayFactor: 0.45,
  seasonPeak: 345,
  hasLunchBreak: false,
  hasMenu: false,
  answered: { open: 0.83, lunch: 0.83, after: 0.03 },
  talkMedianSeconds: 110,
  valueShare: 0.22,
  valueMedian: 140,
  farShare: 0.1,
  services: ['winter jackets', 'hiking boots', 'canoe rental', 'store hours', 'ski tuning', 'camping tents'],
  teams: ['Shop floor', 'Online orders'],
}

export const veterinarian: Trade = {
  hours: { workday: [8, 18], saturday: [9, 14], sunday: null },
  pull: {
    workday: [
      0.3, 0.2, 0.2, 0.2, 0.3, 0.5, 1.4, 4.2, 8.8, 8.4, 7.6, 6.9, 4.4, 6.2, 7, 7.2, 6.9, 5, 2.6, 1.8, 1.3,
      0.9, 0.6, 0.4,
    ],
    saturday: [
      0.3, 0.2, 0.2, 0.2, 0.3, 0.5, 1, 2.4, 5.4, 6.2, 5.8, 5, 3.8, 2.8, 1.6, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6,
      0.5, 0.4,
    ],
    sunday: [
      0.3, 0.2, 0.2, 0.2, 0.3, 0.4, 0.8, 1.1, 1.4, 1.6, 1.7, 1.6, 1.5, 1.4, 1.4, 1.4, 1.4, 1.3, 1.1, 0.9, 0.7,
      0.6, 0.5, 0.4,
    ],
  },
  holidayFactor: 0.4,
  seasonPeak: 150,
  hasLunchBreak: true,
  hasMenu: false,
  answered: { open: 0.86, lunch: 0.5, after: 0.12 },
  talkMedianSeconds: 160,
  valueShare: 0.31,
  valueMedian: 175,
  farShare: 0.04,
  services: ['puppy vaccination', 'cat checkup', 'pet dental', 'emergency vet', 'spay and neuter'],
  teams: ['Reception', 'Clinic'],
}
