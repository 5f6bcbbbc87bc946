import { anyTerms, measureLabel } from '@callboard/contract/measure-words'
import { alertMeasures } from '@callboard/contract/alert-measures'
import { measureFor, type MeasureName } from '@callboard/contract/measures'
import { Form, InputNumber, Select } from 'antd'
import { type FiltersEditor, FiltersField } from '#web/records/forms/FiltersField.tsx'
import { WindowFields } from '#web/features/alerts/WindowFields.tsx'
import { defaultMinimumCalls } from '#web/features/alerts/new-alert.ts'
import { eventWords, thresholdAfter } from '#web/lib/reporting/measure-words.ts'
import { type Threshold, ThresholdFields, thresholdRule } from '#web/ui/fields/ThresholdFields.tsx'
import { Row } from '#web/ui/layout.tsx'
import { useQuery } from '@tanstack/react-query'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'

interface ConditionValues {
  measure: MeasureName
  threshold: Threshold
  minimumCalls: number | null
  entityGroups: string[]
}

/** Which figure of which calls is over or under what. */
export function ConditionItems({ Filters }: { Filters: FiltersEditor }) {
  const form = Form.useFormInstance<ConditionValues>()
  const measure = Form.useWatch(({ measure: chosen }) => chosen, form) ?? 'missed'
  const groups = Form.useWatch(({ entityGroups }) => entityGroups, form) ?? []
  return (
    <>
      <Form.Item name="measure" label="Figure" extra={measureFor(measure, anyTerms).meaning}>
        <Select<MeasureName>
          showSearch={{ optionFilterProp: 'label' }}
          options={alertMeasures.map((name) => ({ value: name, label: measureLabel(name) }))}
          onChange={(after) => {
            const { threshold, minimumCalls } = form.getFieldsValue()
            const change = { before: measure, after }
            form.setFieldValue('threshold', thresholdAfter(threshold, change))
            if (minimumCalls === defaultMinimumCalls(measure))
              form.setFieldValue('minimumCalls', defaultMinimumCalls(after))
          }}
        />
      </Form.Item>
      <Form.Item label="Notify when it" htmlFor="alert_threshold">
        <Row gap="8px 12px" align="center" wrap>
          <Form.Item name="threshold" noStyle rules={[thresholdRule(measure)]}>
            <ThresholdFields measure={measure} words={eventWords} />
          </Form.Item>
        </Row>
      </Form.Item>
      <Form.Item
        name="window"
        label="Time window"
        extra="Checked every two minutes, up to the last full minute."
      >
        <WindowFields />
      </Form.Item>
      <Form.Item name="filters" label="Only calls where">
        <FiltersField Filters={Filters} />
      </Form.Item>
      <GroupsItem chosen={groups} />
      <Form.Item
        name="minimumCalls"
        label="Minimum calls"
        extra="Figures from fewer calls never trigger the alert, so that one missed call early in the morning does not."
      >
        <InputNumber style={{ width: 104 }} min={0} max={1_000_000} precision={0} />
      </Form.Item>
    </>
  )
}

/** The entity groups whose calls are looked at; not there for who has none to choose from. */
function GroupsItem({ chosen }: { chosen: readonly string[] }) {
  const { data } = useQuery(parameterValuesQuery('entityGroup'))
  const options = (data?.items ?? []).flatMap(({ value, label }) =>
    value === null ? [] : [{ value, label }],
  )
  return (
    <Form.Item
      name="entityGroups"
      label="Entity groups"
      extra="Uses the entities that are in these groups at each check."
      hidden={options.length === 0 && chosen.length === 0}
    >
      <Select
        mode="multiple"
        placeholder="All"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        labelRender={({ label }) => label ?? 'Deleted group'}
      />
    </Form.Item>
  )
}
