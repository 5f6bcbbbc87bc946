export const reportKinds = ['summary', 'details'] as const

/** What a report of the kind shows. */
export const reportKindLabels = { summary: 'Figures', details: 'Calls' } as const satisfies Record<
  (typeof reportKinds)[number],
  string
>
