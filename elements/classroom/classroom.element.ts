import { attributes, required } from '../../src/contracts/tags/classroom.ts';
import classroomCss from '../../src/features/classroom/classroom.css?inline';
import { Classroom } from '../../src/features/classroom/classroom.tsx';
import {
  type ClassroomController,
  createClassroomController,
} from '../../src/features/classroom/classroom-controller.ts';
import { createClassroomServices } from '../../src/features/classroom/classroom-services.ts';
import denseCss from '../../src/features/classroom/dense.css?inline';
import loadingCss from '../../src/features/classroom/loading.css?inline';
import packageCss from '../../src/features/classroom/package.css?inline';
import printCss from '../../src/features/classroom/print.css?inline';
import tableCss from '../../src/features/classroom/table.css?inline';
import toolbarCss from '../../src/features/classroom/toolbar.css?inline';
import selectCss from '../../src/ui/select.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { define } from '../runtime/define.ts';
import { reactElement } from '../runtime/react-element.ts';

/**
 * `<maths-classroom>`: shows the progress of a class, on the portal's own pages. See classroom.md.
 * @csspart panel - The progress in one package.
 */
const classroomElement = (): CustomElementConstructor =>
  reactElement<ClassroomController>({
    tag: 'maths-classroom',
    attributes,
    required,
    namespace: 'classroom',
    styles: [
      tokensCss,
      uiCss,
      skeletonCss,
      selectCss,
      classroomCss,
      toolbarCss,
      packageCss,
      tableCss,
      denseCss,
      loadingCss,
      printCss,
    ],
    audience: 'teacher',
    createController: (element, endpoints) => createClassroomController(createClassroomServices(endpoints), element),
    view: Classroom,
  });

define('maths-classroom', classroomElement);
