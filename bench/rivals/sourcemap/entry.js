// What is bundled to be measured: some millions of characters that many people ship.
import * as babel from '@babel/core';
import * as generator from '@babel/generator';
import * as parser from '@babel/parser';
import * as traverse from '@babel/traverse';
import * as types from '@babel/types';
import * as dom from 'react-dom/client';
import * as three from 'three';
import * as typescript from 'typescript';

console.log(babel, generator, parser, traverse, types, dom, three, typescript);
