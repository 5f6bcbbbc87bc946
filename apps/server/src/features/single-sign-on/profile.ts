import { textLimits } from '@callboard/contract/limits'
import { hasUnseen } from '@callboard/contract/names'
import { z } from 'zod'

/** What a provider says of a person, as far as it is used. What cannot be stored as a text is left out. */
export interface Profile {
  /** Only when the provider says that it is verified. */
  verifiedEmail: string | undefined
  preferredName: string | undefined
  firstName: string
  lastName: string
}

const isText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)
// A user name has no invisible characters.
const isName = (text: string) => text.isWellFormed() && !/[\p{C}\s]/u.test(text)

export const Subject = z.string().min(1).max(255).refine(isText)

const Name = z.string().trim().min(1).max(textLimits.userName).refine(isName)
const PersonName = z
  .string()
  .trim()
  .refine((name) => !hasUnseen(name))
  .catch('')

const Claims = z.object({
  email: Name.regex(/^[^@]+@[^@]+$/)
    .optional()
    .catch(undefined),
  email_verified: z.unknown().optional(),
  preferred_username: Name.optional().catch(undefined),
  given_name: PersonName,
  family_name: PersonName,
})

export function profileOf(claims: unknown): Profile {
  const said = Claims.parse(claims)
  return {
    verifiedEmail: said.email_verified === true ? said.email : undefined,
    // A name that looks like an address would be taken for a verified one.
    preferredName: said.preferred_username?.includes('@') === true ? undefined : said.preferred_username,
    firstName: said.given_name.slice(0, textLimits.personName),
    lastName: said.family_name.slice(0, textLimits.personName),
  }
}
