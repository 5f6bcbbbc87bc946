// Node 24 has no Temporal yet.
import 'temporal-polyfill/global'
// Imported, as Vitest evaluates its set-up files anew for each test file, but not what they import.
import './properties.ts'
import './wait-limits.ts'
