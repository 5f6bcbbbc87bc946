import { getCustomer, searchCustomers } from '@callboard/contract/customers'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { joinWithAnd } from '@callboard/contract/format-names'
import { editNumbers } from '@callboard/contract/numbers'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { PreviewedCalls } from '#web/features/numbers/EditPreview.tsx'
import { filePreviewQuery, numberSubjects } from '#web/features/numbers/queries.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { newId } from '#web/lib/new-id.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { customerChoice } from '#web/records/choices/choices.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { CsvDrop } from '#web/ui/fields/CsvDrop.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import { Box, Hint } from '#web/ui/layout.tsx'

const ImportSearch = z.object({ customer: z.guid().optional() })

const fewCustomersQuery = endpointQuery('customer', searchCustomers, { body: { pageSize: 2 } })

/** Imports what numbers of a customer stand for from a CSV file, after a preview of what would change. */
export function NumbersImportPage() {
  const { state, problem, write } = useUrlState(ImportSearch)
  const [file, setFile] = useState<ChosenFile>()
  const only = useQuery(fewCustomersQuery).data?.items
  const customerId = state?.customer ?? (only?.length === 1 ? only[0]?.id : undefined)
  if (problem !== undefined) return <UnreadableAddress problem={problem} />
  return (
    <PageFrame
      title="Import Numbers"
      description="What numbers stand for, from a CSV file. You see a preview before anything is changed"
      breadcrumbs={<ManageCrumbs above={[{ name: 'Numbers', path: paths.numbers }]} />}
    >
      <Panel title="File">
        <Form layout="vertical">
          <Form.Item label="Customer" htmlFor="import_customer">
            <Box maxWidth={360}>
              <RecordSelect
                id="import_customer"
                choice={customerChoice}
                placeholder="Whose numbers they are"
                value={customerId}
                onChange={(chosen) => write({ customer: chosen ?? undefined }, 'replace')}
              />
            </Box>
          </Form.Item>
        </Form>
        <CsvDrop fileName={file?.name} onFile={(chosen) => void readFile(chosen).then(setFile)} />
        <Hint margin="12px 0 0">
          Columns: <code>number</code> and, optionally, <code>from</code>, <code>last day</code>,{' '}
          <code>source</code>, <code>medium</code>, <code>campaign</code>, <code>keyword</code>,{' '}
          <code>location</code>, <code>rotation group</code>, <code>network</code>, <code>target number</code>
          , <code>monthly cost</code>, <code>note</code>. Numbers that are unknown are added.
        </Hint>
      </Panel>
      {file !== undefined &&
        (customerId === undefined ? (
          <Hint margin="0">Choose whose numbers they are.</Hint>
        ) : (
          <Preview customerId={customerId} file={file} onDone={() => setFile(undefined)} />
        ))}
    </PageFrame>
  )
}

interface ChosenFile {
  name: string
  /** Of this choice of it. */
  key: string
  csv: string
}

async function readFile(chosen: File): Promise<ChosenFile> {
  return { name: chosen.name, key: newId(), csv: await chosen.text() }
}

interface PreviewProps {
  customerId: string
  file: ChosenFile
  onDone: () => void
}

function Preview({ customerId, file, onDone }: PreviewProps) {
  const navigate = useNavigate()
  const edit = { kind: 'file', customerId, csv: file.csv } as const
  const { data, error } = useQuery({
    ...filePreviewQuery(`${customerId} ${file.key}`, edit),
    retry: false,
    staleTime: Infinity,
  })
  const customer = useQuery(endpointQuery('customer', getCustomer, { params: { id: customerId } })).data
  return (
    <Panel
      title="Preview"
      {...(data !== undefined &&
        data.numbers > 0 && {
          actions: (
            <ActionButton
              type="primary"
              action={async () => await send(editNumbers, { body: edit })}
              changes={numberSubjects}
              done="Imported. Earlier calls follow within a few minutes."
              onDone={() => {
                onDone()
                void navigate(`${paths.numbers}?customer=${customerId}`)
              }}
            >
              {`Import ${formatCounted(data.numbers, 'number')}`}
            </ActionButton>
          ),
        })}
    >
      {data !== undefined && (
        <Hint margin="0 0 12px">
          {data.numbers === 0
            ? 'All numbers stand for what the file says already.'
            : `${formatCounted(data.numbers, 'number')} would stand for something else.`}
          {data.added.length > 0 &&
            ` ${formatCount(data.added.length)} of them ${data.added.length === 1 ? 'is' : 'are'} unknown and would be added: ${joinWithAnd(shortened(data.added))}.`}
        </Hint>
      )}
      {error !== null && <Alert type="warning" showIcon title={errorText(error)} />}
      {error === null && data === undefined && <Hint margin="0">Reading the file and counting calls…</Hint>}
      {data !== undefined && <PreviewedCalls preview={data} timeZone={customer?.timeZone ?? 'UTC'} />}
    </Panel>
  )
}

const shownNumbers = 5

function shortened(numbers: readonly string[]): string[] {
  const shown = numbers.slice(0, shownNumbers).map(formatPhone)
  return numbers.length > shownNumbers
    ? [...shown, `${formatCount(numbers.length - shownNumbers)} more`]
    : shown
}
