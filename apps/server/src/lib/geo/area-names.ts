import { readCounties } from './geodata-tables.ts'
import { fipsOfState, stateNames, stateOfCounty } from './states.ts'

const none: ReadonlyMap<string, string> = new Map()
let counties: ReadonlyMap<string, string> | undefined

/** The names of states and counties by their codes, as everybody calls them; none of what else calls have places in. */
export function areaNames(type: string): ReadonlyMap<string, string> {
  if (type === 'state') return stateNames
  return type === 'county' ? (counties ??= countyNames()) : none
}

/** Of cities that belong to no county. */
const firstCityNumber = 510

/** A name such as Washington is that of a county in many states. Of some numbers only the state is known. */
function countyNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  // Provinces have none.
  for (const [code, name] of stateNames) if (fipsOfState(code) !== '') names.set(fipsOfState(code), name)
  // The table is in the order of the codes: counties, then the cities of a state.
  const taken = new Set<string>()
  for (const [fips, { name }] of readCounties()) {
    const state = stateOfCounty(fips).slice(3)
    const isCity = Number(fips.slice(2)) >= firstCityNumber && taken.has(`${name}, ${state}`)
    const full = isCity ? `${name} City, ${state}` : `${name}, ${state}`
    taken.add(full)
    names.set(fips, full)
  }
  return names
}
