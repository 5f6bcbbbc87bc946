import type { Claim } from './claims.ts'

export interface DeclaredType {
  /** Of one record, as in "Add Role". */
  label: string
  plural: string
  /** Where its endpoints begin, once it has some. */
  apiPath?: string
  /** Who may see the list: administrators alone, or whoever holds one of these claims. */
  access: 'admin' | readonly Claim[]
  /** The page of its list under `/manage`. */
  page?: {
    path: string
    /** What the administration dashboard says of it. */
    about: string
    /** Whether each record has a page of its own, under its id. */
    hasRecords: boolean
    /** The field of the overview that says how many there are, which the dashboard shows with its name. */
    counted?: string
  }
  /** The section of the administrator's guide that tells about that page. */
  guide?: string
  /** In examples: whoever sends it puts the id of a record of their own portal in its place. */
  exampleId: string
  /** The field in which no two records, or no two within what is said, are alike. */
  unique?: { field: string; within?: string }
  /** Fields, in forms, columns and the list of changes, that are called otherwise than by their names in words. */
  labels?: Readonly<Record<string, string>>
  /** Fields whose value is the id of a record, and of which type. */
  references?: Readonly<Record<string, string>>
}
