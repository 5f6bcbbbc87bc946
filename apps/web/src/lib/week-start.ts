import { createContext } from 'react'

/** The day that weeks begin with in the portal: 1 Monday to 7 Sunday. */
export const WeekStartContext = createContext(1)
