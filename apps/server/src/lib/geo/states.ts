interface State {
  /** ISO 3166-2. */
  readonly code: string
  readonly name: string
  /** FIPS code of a US state, the first two digits of its counties'; '' in Canada. */
  readonly fips: string
  /**
   * The zone where a prefix list has several or none: of a whole territory, of nearly all of Alaska, Arizona and Nevada,
   * of the most populous part of a province. '' where that would be a guess.
   */
  readonly mainZone: string
}

// code | name | FIPS | main zone
const table = `
US-AL|Alabama|01|America/Chicago
US-AK|Alaska|02|America/Anchorage
US-AZ|Arizona|04|America/Phoenix
US-AR|Arkansas|05|America/Chicago
US-CA|California|06|America/Los_Angeles
US-CO|Colorado|08|America/Denver
US-CT|Connecticut|09|America/New_York
US-DE|Delaware|10|America/New_York
US-DC|District of Columbia|11|America/New_York
US-FL|Florida|12|
US-GA|Georgia|13|America/New_York
US-HI|Hawaii|15|Pacific/Honolulu
US-ID|Idaho|16|
US-IL|Illinois|17|America/Chicago
US-IN|Indiana|18|
US-IA|Iowa|19|America/Chicago
US-KS|Kansas|20|
US-KY|Kentucky|21|
US-LA|Louisiana|22|America/Chicago
US-ME|Maine|23|America/New_York
US-MD|Maryland|24|America/New_York
US-MA|Massachusetts|25|America/New_York
US-MI|Michigan|26|
US-MN|Minnesota|27|America/Chicago
US-MS|Mississippi|28|America/Chicago
US-MO|Missouri|29|America/Chicago
US-MT|Montana|30|America/Denver
US-NE|Nebraska|31|
US-NV|Nevada|32|America/Los_Angeles
US-NH|New Hampshire|33|America/New_York
US-NJ|New Jersey|34|America/New_York
US-NM|New Mexico|35|America/Denver
US-NY|New York|36|America/New_York
US-NC|North Carolina|37|America/New_York
US-ND|North Dakota|38|
US-OH|Ohio|39|America/New_York
US-OK|Oklahoma|40|America/Chicago
US-OR|Oregon|41|
US-PA|Pennsylvania|42|America/New_York
US-RI|Rhode Island|44|America/New_York
US-SC|South Carolina|45|America/New_York
US-SD|South Dakota|46|
US-TN|Tennessee|47|
US-TX|Texas|48|
US-UT|Utah|49|America/Denver
US-VT|Vermont|50|America/New_York
US-VA|Virginia|51|America/New_York
US-WA|Washington|53|America/Los_Angeles
US-WV|West Virginia|54|America/New_York
US-WI|Wisconsin|55|America/Chicago
US-WY|Wyoming|56|America/Denver
US-AS|American Samoa|60|Pacific/Pago_Pago
US-GU|Guam|66|Pacific/Guam
US-MP|Northern Mariana Islands|69|Pacific/Saipan
US-PR|Puerto Rico|72|America/Puerto_Rico
US-VI|U.S. Virgin Islands|78|America/St_Thomas
CA-AB|Alberta||America/Edmonton
CA-BC|British Columbia||America/Vancouver
CA-MB|Manitoba||America/Winnipeg
CA-NB|New Brunswick||America/Halifax
CA-NL|Newfoundland and Labrador||America/St_Johns
CA-NS|Nova Scotia||America/Halifax
CA-NT|Northwest Territories||America/Edmonton
CA-NU|Nunavut||
CA-ON|Ontario||America/Toronto
CA-PE|Prince Edward Island||America/Halifax
CA-QC|Quebec||America/Toronto
CA-SK|Saskatchewan||America/Regina
CA-YT|Yukon||America/Whitehorse
`

const states: readonly State[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', fips = '', mainZone = ''] = line.split('|')
    return { code, name, fips, mainZone }
  })

const byCode: ReadonlyMap<string, State> = new Map(states.map((state) => [state.code, state]))
const byFips: ReadonlyMap<string, State> = new Map(
  states.filter((state) => state.fips !== '').map((state) => [state.fips, state]),
)
const byText: ReadonlyMap<string, State> = new Map(
  states.flatMap((state) => [
    [state.code, state],
    [state.code.slice(3), state],
    [state.name.toUpperCase(), state],
  ]),
)

/** `US-CA` of `CA`, `us-ca` or `California`; '' when it is no state or province. */
export function stateCodeOf(text: string): string {
  return byText.get(text.trim().toUpperCase())?.code ?? ''
}

/** `US-CA` of the county `06075`, or of `06` alone. */
export function stateOfCounty(county: string): string {
  return byFips.get(county.slice(0, 2))?.code ?? ''
}

/** `California` of `US-CA`; '' when there is no such state. */
export function nameOfState(code: string): string {
  return byCode.get(code)?.name ?? ''
}

export function fipsOfState(code: string): string {
  return byCode.get(code)?.fips ?? ''
}

/** See `State.mainZone`. */
export function mainZoneOf(code: string): string {
  return byCode.get(code)?.mainZone ?? ''
}

// Nunavut and the Northwest Territories share X; `provinceOfPostalCode` tells them apart.
const provinceByLetter: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: 'CA-NL',
    B: 'CA-NS',
    C: 'CA-PE',
    E: 'CA-NB',
    G: 'CA-QC',
    H: 'CA-QC',
    J: 'CA-QC',
    K: 'CA-ON',
    L: 'CA-ON',
    M: 'CA-ON',
    N: 'CA-ON',
    P: 'CA-ON',
    R: 'CA-MB',
    S: 'CA-SK',
    T: 'CA-AB',
    V: 'CA-BC',
    X: 'CA-NT',
    Y: 'CA-YT',
  }),
)

/** Province of a Canadian postal code, by its first letters (`M5V` → `CA-ON`). */
export function provinceOfPostalCode(code: string): string {
  if (/^X0[ABC]/.test(code)) return 'CA-NU'
  return provinceByLetter.get(code.charAt(0)) ?? ''
}

/** Names of states and provinces by their codes. */
export const stateNames: ReadonlyMap<string, string> = new Map(states.map(({ code, name }) => [code, name]))
