import { createContext } from 'react'

/** What is wrong with what was entered, by the names of the fields; `other` is of none. */
export type Problems = Partial<
  Record<'userName' | 'password' | 'confirmation' | 'code' | 'other', string | undefined>
>

export const ProblemsContext = createContext<Problems>({})
