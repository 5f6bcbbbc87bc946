import { entityTypes } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { formatCount } from '@callboard/contract/format'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { ImportResult } from '#web/features/entities/ImportResult.tsx'
import { send } from '#web/lib/api/api.ts'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { holdsClaim, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import classes from '#web/pages/manage/EntityImportPage.module.css'
import { CsvDrop } from '#web/ui/fields/CsvDrop.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { invalidate } from '#web/records/invalidate.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { customerChoice } from '#web/records/choices/choices.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import { Hint } from '#web/ui/layout.tsx'

const ImportSearch = z.object({ type: z.enum(entityTypes).optional(), customer: z.guid().optional() })

/** Imports entities from a CSV file, after a preview of what would change. */
export function EntityImportPage() {
  const { state, problem, write } = useUrlState(ImportSearch)
  const user = useCurrentUser()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const { type, customer } = state ?? {}
  const importing = useMutation({
    mutationFn: async ({ from, isPreview }: { from: File; isPreview: boolean }) =>
      await send(endpoints.importEntities, {
        body: { type, customerId: customer, csv: await from.text(), isPreview },
      }),
    onSuccess: async ({ isPreview }) => {
      if (!isPreview) await invalidate(client, [])
    },
  })
  if (problem !== undefined) return <UnreadableAddress problem={problem} />
  const choose = (parts: { type?: string | undefined; customer?: string | undefined }) => {
    write(parts, 'replace')
    importing.reset()
  }
  const { data, error, isPending } = importing
  const toDo = data?.isPreview === true ? data.created + data.updated : 0
  return (
    <PageFrame
      title="Import Entities"
      description="Import from a CSV file. You see a preview before anything is changed"
      breadcrumbs={<ManageCrumbs above={[{ name: 'Entities', path: paths.manageEntities }]} />}
    >
      <Panel title="File">
        <Form layout="vertical" className={classes.choices}>
          <Form.Item label="Default type" htmlFor="import_type">
            <Select
              id="import_type"
              placeholder="The file has a column “type”"
              allowClear
              value={type ?? null}
              onChange={(chosen: string | undefined) => choose({ type: chosen })}
              options={entityTypes
                .filter((one) => holdsClaim(user, `${one}.edit`))
                .map((one) => ({ value: one, label: entityTypeNames[one] }))}
            />
          </Form.Item>
          {holdsClaim(user, 'client.view') && (
            <Form.Item label="Default customer" htmlFor="import_customer">
              <RecordSelect
                id="import_customer"
                choice={customerChoice}
                placeholder={user.isAdmin ? 'No customer' : 'Your own'}
                value={customer}
                onChange={(chosen) => choose({ customer: chosen ?? undefined })}
              />
            </Form.Item>
          )}
        </Form>
        <CsvDrop
          fileName={file?.name}
          isBusy={isPending}
          onFile={(chosen) => {
            setFile(chosen)
            importing.mutate({ from: chosen, isPreview: true })
          }}
        />
        <Hint margin="12px 0 0">
          Columns: <code>code</code>, <code>name</code> and, optionally, <code>type</code>,{' '}
          <code>customer code</code>, <code>parent code</code>, <code>active</code>,{' '}
          <code>attribute:NAME</code>. UTF-8, {endpoints.entityImportRule}.
        </Hint>
      </Panel>
      {error !== null && <ErrorNote error={error} title="This file was not accepted" />}
      {data !== undefined && (
        <Panel
          title={data.isPreview ? 'Preview' : 'Result'}
          {...(file !== undefined &&
            toDo > 0 && {
              actions: (
                <Button
                  type="primary"
                  loading={isPending}
                  onClick={() => importing.mutate({ from: file, isPreview: false })}
                >
                  {`Import ${formatCount(toDo)}`}
                </Button>
              ),
            })}
        >
          <ImportResult result={data} />
        </Panel>
      )}
    </PageFrame>
  )
}
