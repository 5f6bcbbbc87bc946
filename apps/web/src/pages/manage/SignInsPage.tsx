import { recordTypes } from '@callboard/contract/record-types'
import { textLimits } from '@callboard/contract/limits'
import { Guid } from '@callboard/contract/scalars'
import { signInKindNames, signInKinds } from '@callboard/contract/sign-ins'
import { z } from 'zod'
import { paths } from '#web/lib/urls/paths.ts'
import { periodSearch, readPeriod } from '#web/lib/reporting/period.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { userChoice } from '#web/records/choices/choices.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { RecordFilter } from '#web/records/RecordFilter.tsx'
import { SignInList } from '#web/records/sign-ins/SignInList.tsx'
import { TimeListFilters } from '#web/records/lists/TimeListFilters.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'

const SignInsSearch = z
  .object({
    kind: z.enum(signInKindNames).optional(),
    user: Guid.optional(),
    keyword: z.string().max(textLimits.keyword).optional(),
    ...periodSearch,
  })
  .transform(({ period, from, to, ...rest }, context) => ({
    ...rest,
    period: readPeriod({ period, from, to }, { relative: 'last30Days' }, context),
  }))
type SignInsState = z.output<typeof SignInsSearch>

const { plural, page } = recordTypes.user

/** Who signed in and who tried to, from where. */
export function SignInsPage() {
  const { state, problem, write } = useUrlState(SignInsSearch)
  return (
    <PageFrame
      title="Sign-ins"
      description="Sign-ins, failed attempts and ended sessions"
      breadcrumbs={<ManageCrumbs above={[{ name: plural, path: paths.manageList(page.path) }]} />}
    >
      {problem === undefined ? (
        <Panel flush label="Sign-ins">
          <Filters state={state} write={write} />
          <SignInList of="everybody" search={searchOf(state)} emptyReason="No sign-ins match the filters." />
        </Panel>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

function searchOf({ kind, user, keyword, period }: SignInsState) {
  return { kinds: kind === undefined ? undefined : [kind], userId: user, keyword, period }
}

const kindNames = Object.fromEntries(signInKindNames.map((kind) => [kind, signInKinds[kind].label]))

interface FiltersProps {
  state: SignInsState
  write: WriteSearch
}

function Filters({ state, write }: FiltersProps) {
  const { kind, user } = state
  return (
    <TimeListFilters
      label="Search in sign-ins"
      placeholder="Name, email address or network address"
      state={state}
      write={write}
      kind={
        <ChoiceFilter
          label="Event"
          names={kindNames}
          value={kind}
          onChange={(chosen) => write({ kind: chosen }, 'push')}
        />
      }
    >
      <RecordFilter
        choice={userChoice}
        label="User"
        value={user}
        onChange={(chosen) => write({ user: chosen }, 'push')}
      />
    </TimeListFilters>
  )
}
