import type { Input, Output } from '@callboard/contract/endpoint'
import { formatCount } from '@callboard/contract/format'
import {
  searchOwnSignIns,
  searchSignIns,
  signInKinds,
  type SignInProof,
  type SignInRecord,
} from '@callboard/contract/sign-ins'
import { Tag } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { deviceWords } from '#web/records/sign-ins/device-words.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TimeList } from '#web/records/lists/TimeList.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { QuietText, Row, Stack } from '#web/ui/layout.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

type Search = NonNullable<Input<typeof searchSignIns>['body']>

interface SignInListProps {
  /** Whose: everybody's and of one user for administrators, or one's own. */
  of: 'everybody' | 'user' | 'oneself'
  search?: Omit<Search, 'cursor'>
  emptyReason: string
}

/** Who signed in and who tried to, the newest first. */
export function SignInList({ of, search = {}, emptyReason }: SignInListProps) {
  return (
    <TimeList<SignInRecord>
      queryKey={['signIn', of, search]}
      load={async (position, signal) => await askFor(of, { ...position, ...search }, signal)}
      columns={columnsOf(of)}
      renderWhole={(record) => <WholeSignIn record={record} of={of} />}
      emptyReason={emptyReason}
    />
  )
}

async function askFor(
  of: SignInListProps['of'],
  body: Search,
  signal: AbortSignal,
): Promise<Output<typeof searchSignIns>> {
  if (of !== 'oneself') return await send(searchSignIns, { body }, signal)
  const { userId: _, keyword: __, ...own } = body
  return await send(searchOwnSignIns, { body: own }, signal)
}

function columnsOf(of: SignInListProps['of']): FitColumn<SignInRecord>[] {
  const who: FitColumn<SignInRecord> = {
    key: 'who',
    title: 'Who',
    minWidth: 170,
    render: (_, record) => <Who of={record} />,
  }
  return [
    timeColumn('at', { title: 'When', minWidth: 190 }),
    ...(of === 'everybody' ? [who] : []),
    { key: 'what', title: 'What', minWidth: 260, render: (_, record) => <What of={record} /> },
    { key: 'from', title: 'From', minWidth: 220, render: (_, record) => <From of={record} /> },
  ]
}

/** Everything in one column. */
function WholeSignIn({ record, of }: { record: SignInRecord; of: SignInListProps['of'] }) {
  return (
    <Stack gap={4}>
      <What of={record} />
      <QuietText as="div">
        <TimeText at={record.at} />
        {of === 'everybody' && (
          <>
            {' · '}
            <Who of={record} />
          </>
        )}
      </QuietText>
      <From of={record} />
    </Stack>
  )
}

interface OfRecord {
  of: SignInRecord
}

function Who({ of: { kind, userId, userName, fullName, apiKeyId, apiKeyName } }: OfRecord) {
  if (userId !== null)
    return (
      <TextLink to={paths.manageRecord('users', userId)}>
        <PersonName userName={userName} fullName={fullName ?? userId} />
      </TextLink>
    )
  if (apiKeyId !== null)
    return <TextLink to={paths.manageRecord('apikeys', apiKeyId)}>{apiKeyName ?? 'An API key'}</TextLink>
  const unknown = kind === 'locked' ? 'An unknown name, or any from that address' : 'Unknown user'
  return <QuietText>{unknown}</QuietText>
}

function What({ of: { kind, proof, times, firstAt, byUserId, byUserName, byFullName } }: OfRecord) {
  const { label, isError } = signInKinds[kind]
  return (
    <Row gap="0 12px" align="baseline" wrap breaks="anywhere">
      {isError ? <Tag color="error">{label}</Tag> : <span>{label}</span>}{' '}
      {proof !== null && <QuietText>{proofWords[proof]}</QuietText>}
      {times > 1 && (
        <QuietText>
          {formatCount(times)} times since <TimeText at={firstAt} show="recent" />
        </QuietText>
      )}
      {byFullName !== null && (
        <QuietText>
          by <By id={byUserId} userName={byUserName} fullName={byFullName} />
        </QuietText>
      )}
    </Row>
  )
}

const proofWords = {
  password: 'with the password',
  app: 'with password and authenticator app',
  recoveryCode: 'with password and a recovery code',
  provider: 'by single sign-on',
} as const satisfies Record<SignInProof, string>

interface ByProps {
  id: string | null
  userName: string | null
  fullName: string
}

function By({ id, userName, fullName }: ByProps) {
  const { isAdmin } = useCurrentUser()
  if (id === null) return 'the operator of the portal'
  const name = <PersonName userName={userName} fullName={fullName} />
  return isAdmin ? <TextLink to={paths.manageRecord('users', id)}>{name}</TextLink> : name
}

function From({ of: { address, userAgent } }: OfRecord) {
  if (address === null && userAgent === null) return null
  return (
    <Row gap="0 12px" align="baseline" wrap breaks="anywhere" title={userAgent ?? undefined}>
      {userAgent !== null && <span>{deviceWords(userAgent)}</span>}{' '}
      {address !== null && <QuietText>{address}</QuietText>}
    </Row>
  )
}
