import { useQueries, useQuery } from '@tanstack/react-query'
import { Checkbox, Switch } from 'antd'
import type { PlacesProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { exportTypesQuery } from '#web/features/report-builder/queries.ts'
import { reportSetChoice } from '#web/records/choices/choices.ts'
import { nameQuery } from '#web/records/choices/record-choice.ts'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'

/** In which sets a report is, as which files it may be had, and whether it may be run at all. */
export function PlacesPart({ draft: { setIds, exportTypeIds, isActive }, onChange }: PlacesProps) {
  const names = useQueries({ queries: setIds.map((id) => nameQuery(reportSetChoice, id)) })
  // JSON is for programs, which always have it.
  const types = (useQuery(exportTypesQuery).data ?? []).filter(({ extension }) => extension !== 'json')
  const allowed = exportTypeIds ?? types.map(({ id }) => id)
  return (
    <Stack gap={20} minWidth={0}>
      <BuilderPart title="Report sets" hint="Users see the reports in the sets of their groups.">
        <RecordMultiSelect
          choice={reportSetChoice}
          label="Report sets"
          placeholder="None: only administrators see it"
          value={setIds.map((id, index) => ({ value: id, label: names[index]?.data ?? '…' }))}
          onChange={(chosen) => onChange({ setIds: chosen.map(({ value }) => value) })}
        />
      </BuilderPart>
      <BuilderPart title="Files">
        <Checkbox
          checked={exportTypeIds === null}
          onChange={({ target }) => onChange({ exportTypeIds: target.checked ? null : allowed })}
        >
          All types, including those added in later versions
        </Checkbox>
        {exportTypeIds !== null && (
          <Checkbox.Group
            value={[...allowed]}
            options={types.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(ids) => onChange({ exportTypeIds: ids })}
          />
        )}
      </BuilderPart>
      <Row as="label" gap={8} align="center" wrap>
        <Switch checked={isActive} onChange={(checked) => onChange({ isActive: checked })} />
        Active: users who see it can run it
      </Row>
    </Stack>
  )
}
