import 'temporal-polyfill/global'
import { profileColumn } from '../src/features/sources/mapped/guess/column-profile.ts'
import { readFileSync } from 'node:fs'
const vals = readFileSync('/work/shared/data/sip/kamailio_acc.dbtext', 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((l) => l.split(/(?<!\\):/)[4] ?? '')
console.log(profileColumn('callid', vals, 'DE'))
