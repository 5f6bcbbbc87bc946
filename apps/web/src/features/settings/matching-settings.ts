import type { Setting } from '@callboard/contract/settings'

/** The keys of the settings in which each of the words stands, in whatever part that is shown. */
export function matchingSettings(
  settings: readonly Setting[],
  keyword: string | undefined,
): ReadonlySet<string> {
  const words = normalized(keyword ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = settings.filter((setting) => {
    const text = normalized(textOf(setting))
    return words.every((word) => text.includes(word))
  })
  return new Set(found.map(({ key }) => key))
}

function textOf({ group, label, description, choices = [] }: Setting): string {
  return [group, label, description, ...choices.map((choice) => choice.label)].join(' ')
}

function normalized(text: string): string {
  return text.toLowerCase().replaceAll('-', ' ')
}
