import { formatNumber } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import type { RotationTarget, RoutedType } from '@callboard/contract/routing'

/** What entities of a type are asked for, by each of their versions. */
export const routingWords = {
  rotationgroup: {
    tab: 'Targets',
    title: 'Targets over time',
    add: 'Add Targets',
    edit: 'Edit Targets',
    none: 'Nobody has said which targets share the calls of this group.',
    meaning: 'Which numbers or people share the calls of this group, and how many of them each gets.',
  },
  tod: {
    tab: 'Hours',
    title: 'Hours over time',
    add: 'Add Hours',
    edit: 'Edit Hours',
    none: 'Nobody has said when this rule applies.',
    meaning: 'When this rule applies, by the clock of its time zone.',
  },
} as const satisfies Record<RoutedType, object>

/** `33.3%` */
export function shareText(share: number): string {
  return `${formatNumber(Math.round(share * 1000) / 10)}%`
}

/** `Front desk`, or its number. */
export function targetText({ target, name }: Pick<RotationTarget, 'target' | 'name'>): string {
  return name ?? (target.startsWith('+') ? formatPhone(target) : target)
}
