// What the linter has no rule for, line by line.
import { readFileSync, globSync } from 'node:fs'
import { at } from './places.mjs'

const tests = /\/test\/|\.test\.|^e2e\//
const numbersAndDates =
  /\.toLocale(?:Date|Time)?String\(|\.localeCompare\(|\bIntl\.(?!supportedValuesOf|Segmenter)\w+\(/
/** The writers themselves; those who ask the runtime about time zones; and what writes nothing that users read. */
const ofTheLocale =
  /^packages\/contract\/src\/(?:format[\w-]*|scalars)\.ts$|\/demo\/local-clock\.ts$|\/geodata\/zones\.ts$|\.mjs$|\/test\/|\.test\.|^e2e\//

/** Of the code. What stored data carry stays: a key of a setting, a table, migrations. */
const formerNames =
  /\b(?:usual(?!OriginalsPerHour)|most(?!Frequent)|fewest)[A-Z]\w*|\w+EveryMs\b|#(?:look|looking|tell|telling)\b|\b\w*[pP]atien(?:ce|tMs)\b|(?<!recording_)\buntold\b|\b(?:isTold|foresee|leavesOut|isStoreOurs)\b/
/** The same where the word within a name, or how it is declared, tells it from prose. */
const formerParts =
  /\b(?:least|deepest)[A-Z]\w*|\b(?:longest|shortest)(?!Since|Wait|Merge)[A-Z]\w*|\b(?:Usual[A-Z]|\w+Usual|usually[A-Z])\w*|\b(?:asker|Asker|askingAs)\b|\b\w+Asker\w*|\b\w+Untold\w*|\b(?:told|Told)[A-Z]\w*|\b\w+(?:[a-z]Told|[a-z]Judg|Roomy)\w*|\b(?:judg|Judg)\w+[A-Z]\w*|\b\w+[a-z]Rooms?\b|\broom(?:Of|For|Beside)\b|\blook(?:Again|Interval|Up)\w*Ms\b|\blookedAt\w*|\bsilen(?:ce|t)(?:Ms|Of)\b|#(?:beat|judge|most)\b|\bupdateBeats\b|\bupdateLooked\w*|\bmisjudged\b|(?<![\w.])beat\(|\b\w+[a-z]Ours\b/
const formerDeclarations =
  /\b(?:const|let|function) (?:most|least|room|usual|judged?|judging|told|tells?|telling|ours|beating)\b|\b(?:most|least|room|told)\??: (?:number|readonly|string|unknown)\b|\b(?:most|least|room)=\{|\.(?:tell|judge)\(|\bmost32\b/
/** What people read: screens, emails, errors and the guide. */
const formerWords =
  /Session without use|Session in all|Sign-ins on record|apart by spaces|the own network|told any more|From so many calls|No figure of fewer|Form of what is posted|Way into the|Who gets nothing|Not told at|Filters in force|rows without one|Keys of the player|To whom it goes|is nothing that .{1,20} can be|names its host once|[Ss]ign in to go on|stands in the file twice|As of when it was|Judged over|No column tells/

/** The browser's own fields of days and times write them its way, not the portal's. */
const fieldsOfTheBrowser =
  /\btype=\{?["'`](?:date|time|datetime-local|month|week)["'`]|\b(?:DatePicker|TimePicker|RangePicker)\b/

const rules = [
  {
    refused: fieldsOfTheBrowser,
    words:
      'days and times are entered by DateInput, TimeInput, DateTimeInput or PeriodPicker of the web’s ui/fields',
  },
  {
    refused: formerNames,
    except: /\/migrations\//,
    words: 'the field says default…, max…, min…, …IntervalMs, poll, sync, notify, pending, timeout',
  },
  {
    refused: formerParts,
    except: /\/migrations\//,
    words: 'the field says min…, max…, default…, …Width, requester, evaluate, classify, synced, heartbeat',
  },
  {
    refused: formerDeclarations,
    except: /\/migrations\//,
    words: 'the field says min, max, width or quota, default, evaluate or classify, synced, notified, own',
  },
  {
    refused: formerWords,
    words: 'say it in the words of the rest of the portal: see the glossary and the guide',
  },
  {
    refused: /(?:oxlint|eslint)-disable(?!.*\s--\s+\S)/,
    words: 'say after " -- " why the rule is silenced',
  },
  {
    refused: numbersAndDates,
    except: ofTheLocale,
    words:
      'numbers, dates, lists and the order of texts are written by format*.ts of the contract, for one locale',
  },
  {
    refused: /\btimeout: ?[\d_]+|\btest\.(?:setTimeout|slow)\(/,
    in: tests,
    words:
      'a test has no limit of time of its own: those of apps/server/test/time-limits.ts fit every machine',
  },
]

const files = globSync(['{packages,apps,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', 'docs/guide/*.md'], {
  cwd: at(),
  exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path) || path.endsWith('check-lines.mjs'),
})
for (const file of files) {
  const obeyed = rules.filter((rule) => (rule.in?.test(file) ?? true) && rule.except?.test(file) !== true)
  for (const [index, line] of readFileSync(at(file), 'utf8').split('\n').entries()) {
    for (const { refused, words } of obeyed) {
      if (!refused.test(line)) continue
      console.error(`${file}:${index + 1}: ${words}`)
      process.exitCode = 1
    }
  }
}
